import type { Prunable } from '../pruning/prunable.ts';
import type { FolderInstructions } from './read/folder-instructions.ts';

/** What an execution is given by the call it serves. */
export interface ToolContext {
  /** The real path of the server's root. */
  readonly root: string;
  /** Tells of instructions that hold for the files of a folder. Default: nobody is told. */
  readonly instructions?: FolderInstructions | undefined;
  /** Aborted when the call is cancelled or the server shuts down. An execution that sees it throws its reason. */
  readonly signal: AbortSignal;
  /** The server's own environment; children get what `childEnvironment` lets through. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Tells the client how far the call is; does nothing where no `progressToken` was given. */
  readonly reportProgress: (progress: number, message: string) => void;
}

export interface ToolError<Code extends string> {
  readonly code: Code;
  /** What was attempted, the value in quotes, what is allowed. */
  readonly message: string;
  readonly exit_code?: number;
}

/** A tool's outcome. The call adds `pruning` to either. */
export type ToolOutcome<Result, Code extends string> =
  | { readonly ok: true; readonly result: Result; readonly prunable: Prunable<Result> }
  | {
      readonly ok: false;
      readonly error: ToolError<Code>;
      /** What the command had printed until then. */
      readonly streams?: { readonly stdout: string; readonly stderr: string };
      /** Set when `error.code` is `timeout`: milliseconds. */
      readonly timeoutMs?: number;
    };
