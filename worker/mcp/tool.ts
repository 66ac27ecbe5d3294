import type * as z from 'zod/mini';
import type { Principal } from '../../src/access/principal.ts';
import type { Scope } from '../../src/access/scope.ts';
import type { PruneRecord } from '../../src/wire/prune-reply.ts';
import type { WireFailureCode } from '../../src/wire/wire-failure.ts';
import type { Caller } from '../prune/doors.ts';

/** What a call is made with. */
export interface ToolCall {
  readonly principal: Principal;
  readonly caller: Caller;
  /** Takes what the ledger is to know of the call. */
  readonly record: (record: PruneRecord) => void;
  /** Told which tool is called, and why it failed if it did. */
  readonly called: (tool: string) => void;
  readonly failed: (code: WireFailureCode) => void;
}

/** What came of a call: `structured` fits the tool's `result`, `text` says the same to whoever reads text. */
export type ToolAnswer =
  | { readonly ok: true; readonly text: string; readonly structured: object }
  | { readonly ok: false; readonly code: WireFailureCode; readonly message: string };

/** A tool of the worker's MCP endpoint: MCP 2025-11-25, "Tool". */
export interface WorkerTool<Args extends object = object> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: Readonly<Record<string, boolean>>;
  /** The scope that a key needs to see and call it. */
  readonly scope: Scope;
  readonly arguments: z.ZodMiniType<Args>;
  readonly result: z.ZodMiniType;
  execute(args: Args, call: ToolCall): Promise<ToolAnswer>;
}
