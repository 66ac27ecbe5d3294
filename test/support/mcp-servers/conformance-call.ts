/** A question to the client. */
export interface FixtureQuestion {
  readonly method: 'elicitation/create' | 'sampling/createMessage' | 'roots/list';
  readonly params: object;
}

export type FixtureQuestions = Readonly<Record<string, FixtureQuestion>>;
export type FixtureAnswers = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** What a tool or a prompt may do while it runs, whatever version of MCP its server speaks. */
export interface FixtureCall {
  /** Asks the client all of these at once; rejects if it cannot be asked one of them. */
  ask(questions: FixtureQuestions): Promise<FixtureAnswers>;
  /** Asks what the client can be asked. */
  askSome(questions: FixtureQuestions): Promise<FixtureAnswers>;
  log(data: string): Promise<void>;
  /** Told where the caller wants to hear of it. */
  progress(progress: number, total: number): Promise<void>;
  /** Adds a tool or a prompt to the list, or takes it away again. */
  change(list: 'tools' | 'prompts'): Promise<void>;
}

/** An error that the client gets as it is. */
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
