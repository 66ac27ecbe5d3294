import type { Schema } from './schema.ts';
import type { ToolResult } from './tool-result.ts';

/** Context of a call to a shared tool. */
export interface SharedCall {
  /** Aborted when the call is cancelled; the execution then throws its reason. */
  readonly signal: AbortSignal;
  /**
   * False: the client shows the model only the text. `structuredContent` is left out, the text gets all the room, and
   * other fields go to `_meta["jeeves/result"]`. Default true.
   */
  readonly structured?: boolean | undefined;
}

/**
 * A tool that both the launcher and the worker host (MCP 2025-11-25, "Tool"). It is independent of HTTP and JSON-RPC:
 * the host lists it, validates its arguments and passes its results on unchanged.
 */
export interface SharedTool<Args extends object = object> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: Readonly<Record<string, boolean>>;
  readonly arguments: Schema<Args>;
  /** Schema of every `structuredContent`, errors included, because some clients validate those as well. */
  readonly result: Schema;
  /** Expected failures are results with `isError`; rejects for faults and with the signal's reason. */
  execute(args: Args, call: SharedCall): Promise<ToolResult>;
  /** Explains invalid arguments so that an agent can correct its call. Default: JSON-RPC -32602. */
  refuse?(given: unknown, call: SharedCall): Promise<ToolResult>;
}
