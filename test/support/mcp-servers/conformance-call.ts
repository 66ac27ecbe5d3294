/** A question to the client. */
export interface FixtureQuestion {
  readonly method: 'elicitation/create' | 'sampling/createMessage' | 'roots/list';
  readonly params: object;
}

export type FixtureQuestions = Readonly<Record<string, FixtureQuestion>>;
export type FixtureAnswers = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Operations of a running tool or prompt, in every version of MCP. */
export interface FixtureCall {
  /** Sends all of these questions to the client at once. Rejects if the client cannot answer one of their kinds. */
  ask(questions: FixtureQuestions): Promise<FixtureAnswers>;
  /** Sends only the questions of kinds that the client can answer. */
  askSome(questions: FixtureQuestions): Promise<FixtureAnswers>;
  log(data: string): Promise<void>;
  /** Reports progress if the caller asked for it. */
  progress(progress: number, total: number): Promise<void>;
  /** Adds a tool or a prompt to the list, or removes it again. */
  change(list: 'tools' | 'prompts'): Promise<void>;
}

/** An error that the client gets unchanged. */
export class FixtureError extends Error {
  override readonly name = 'FixtureError';
  readonly code: number;
  readonly data: object;
  constructor(code: number, message: string, data: object) {
    super(message);
    this.code = code;
    this.data = data;
  }
}
