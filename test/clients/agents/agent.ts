import type { ModelRequest, ScriptedModel, Turn } from '../../support/scripted-model/loopback.ts';

/** A call of a tool of ours, whichever agent makes it. */
export interface Call {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** What differs between the agents that `mcp-pruner run` runs. */
export interface Agent {
  /** As `--provider` has it. */
  readonly provider: string;
  startModel(turns: readonly Turn[]): Promise<ScriptedModel>;
  toTurn(call: Call): Turn;
  /** The results in a request, as the model is sent them, without what the agent puts before each. */
  resultsOf(request: ModelRequest): readonly string[];
  /** Variables that point it at the model; what they do not reach is written into `home`. */
  settings(home: string, model: ScriptedModel): Readonly<Record<string, string>>;
  /** What tells the model that the agent has cut a result of 260 KB. */
  readonly cut: RegExp;
  /** What refuses a call that nobody was there to allow. */
  readonly refused: string;
  /** How the model is told of a link among the blocks of a result. */
  toLink(link: Link): string;
  /** Whether it starts a server again that has ended. */
  readonly restarts: boolean;
}

/** A `resource_link` of MCP, as our server writes it. */
export interface Link {
  readonly type: string;
  readonly uri: string;
  readonly name: string;
  readonly mimeType: string;
  readonly size: number;
}
