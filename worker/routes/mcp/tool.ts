import type { ArtifactStore } from '../../../src/artifacts/artifact-store.ts';
import type { ContextStore } from '../../../src/context/context-store.ts';
import type { SharedTool } from '../../../src/mcp/shared-tool.ts';
import type { PruneRecord } from '../../../src/prune-api/prune-reply.ts';
import type { RequestFailureCode } from '../../../src/prune-api/request-failure.ts';
import type { Principal } from '../../../src/teams/keys/principal.ts';
import type { Scope } from '../../../src/teams/keys/scope.ts';
import type { Caller } from '../prune/prune-contexts.ts';

/** Context of a tool call. */
export interface WorkerToolCall {
  readonly principal: Principal;
  readonly caller: Caller;
  /** Artifacts of the caller's team; undefined if nothing is stored, or the key may not access it. */
  readonly artifacts: ArtifactStore | undefined;
  /** Stored context of the caller's team; undefined as above. */
  readonly context: ContextStore | undefined;
  /** Records the call in the ledger. */
  readonly record: (record: PruneRecord) => void;
  /**
   * Charges the team for bytes to prune that were not in a body, and waits for the team's turn. False if the month's
   * quota is used up, or too much of the team's work is waiting.
   */
  readonly charge: (bytes: number) => Promise<boolean>;
  /** Reports the called tool, and why it failed if it did. */
  readonly called: (tool: string) => void;
  readonly failed: (code: RequestFailureCode) => void;
  /** Reports a result that had to be shaped to fit. */
  readonly shaped: (shaped: Shaped) => void;
  readonly storageFailed: (error: unknown) => void;
}

export interface Shaped {
  readonly tool: string;
  /** UTF-8 bytes of the result as JSON. */
  readonly before: number;
  readonly after: number;
  /** Reference of the original, if it is stored. */
  readonly artifact: string | undefined;
}

/** A tool of the worker's MCP endpoint. */
export interface WorkerTool {
  /** Scope that a key needs to see and call it. */
  readonly scope: Scope;
  /** Binds the tool to one call and its team's data; undefined if there is no such data. */
  open(call: WorkerToolCall): SharedTool | undefined;
}
