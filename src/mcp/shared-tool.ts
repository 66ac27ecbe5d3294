import type * as z from 'zod/mini';
import type { ToolResult } from '../shaping/tool-result.ts';

/** What a call of a shared tool is made with. */
export interface SharedCall {
  /** Aborted when the call is cancelled: an execution that sees it throws its reason. */
  readonly signal: AbortSignal;
  /**
   * False: the client shows the model the text alone, so that `structuredContent` is left out and the text has all the
   * room; what else it would tell is in `_meta["jeeves/result"]`. Default true.
   */
  readonly structured?: boolean | undefined;
}

/**
 * A tool that the launcher and the worker both host: MCP 2025-11-25, "Tool". It knows nothing of HTTP or JSON-RPC: the
 * host lists it, validates its arguments and hands its results on as they are.
 */
export interface SharedTool<Args extends object = object> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: Readonly<Record<string, boolean>>;
  readonly arguments: z.ZodMiniType<Args>;
  /** Fits every `structuredContent`, of errors too: some clients validate those as well. */
  readonly result: z.ZodMiniType;
  /** Expected failures are results with `isError`; rejects for faults and with the signal's reason. */
  execute(args: Args, call: SharedCall): Promise<ToolResult>;
  /** Answers what `arguments` does not take, in words that an agent can mend its call by. Without it: JSON-RPC -32602. */
  refuse?(given: unknown, call: SharedCall): Promise<ToolResult>;
}
