import type { Principal } from '../../src/access/principal.ts';
import type { Scope } from '../../src/access/scope.ts';
import type { ArtifactStore } from '../../src/artifacts/artifact-store.ts';
import type { ContextStore } from '../../src/context/context-store.ts';
import type { SharedTool } from '../../src/mcp/shared-tool.ts';
import type { PruneRecord } from '../../src/wire/prune-reply.ts';
import type { WireFailureCode } from '../../src/wire/wire-failure.ts';
import type { Caller } from '../prune/doors.ts';

/** What a call is made with. */
export interface ToolCall {
  readonly principal: Principal;
  readonly caller: Caller;
  /** What the caller's team keeps; undefined where nothing is kept or the key may not have it. */
  readonly artifacts: ArtifactStore | undefined;
  /** What the caller's team has put aside of its agents' context; undefined as above. */
  readonly context: ContextStore | undefined;
  /** Takes what the ledger is to know of the call. */
  readonly record: (record: PruneRecord) => void;
  /** Charges the team for bytes to prune that no body brought, and waits for their turn; false where its month has no room, or too much of it waits. */
  readonly charge: (bytes: number) => Promise<boolean>;
  /** Told which tool is called, and why it failed if it did. */
  readonly called: (tool: string) => void;
  readonly failed: (code: WireFailureCode) => void;
  /** Told of a result that did not fit as it was. */
  readonly shaped: (shaped: Shaped) => void;
  readonly storageFailed: (error: unknown) => void;
}

export interface Shaped {
  readonly tool: string;
  /** UTF-8 bytes of the result as JSON. */
  readonly before: number;
  readonly after: number;
  /** The reference of the whole, where it is kept. */
  readonly artifact: string | undefined;
}

/** A tool of the worker's MCP endpoint. */
export interface WorkerTool {
  /** The scope that a key needs to see and call it. */
  readonly scope: Scope;
  /** The tool as one call has it, over its own team's data; undefined where there is nothing for it to work on. */
  open(call: ToolCall): SharedTool | undefined;
}
