import type { ModelRequest, ScriptedModel, Turn } from '../../support/scripted-model/loopback.ts';

/** A call of one of our tools, the same for every agent. */
export interface Call {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Differences between the agents that `mcp-pruner run` runs. */
export interface Agent {
  /** The value of `--provider`. */
  readonly provider: string;
  startModel(turns: readonly Turn[]): Promise<ScriptedModel>;
  toTurn(call: Call): Turn;
  /** The results in a request, as sent to the model, without the prefix that the agent adds to each. */
  resultsOf(request: ModelRequest): readonly string[];
  /** Variables that point the agent at the model. Writes other settings into `home`. */
  settings(home: string, model: ScriptedModel): Readonly<Record<string, string>>;
  /** Matches the text by which the agent tells the model that it cut a result of 260 KB. */
  readonly cut: RegExp;
  /** Text of the refusal when nobody was there to allow a call. */
  readonly refused: string;
  /** The agent's text for a link among the blocks of a result. */
  toLink(link: Link): string;
  /** True if the agent restarts a server that has ended. */
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
