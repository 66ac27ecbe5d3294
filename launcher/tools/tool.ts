import type { ArtifactBody } from '../../src/artifacts/artifact-blocks.ts';
import type { ArtifactInfo } from '../../src/artifacts/artifact-store.ts';
import type { Prunable } from './prunable.ts';
import type { FolderInstructions } from './read/folder-instructions.ts';

/** Context of the call that a tool execution serves. */
export interface ToolContext {
  /** Real path of the root, which paths may not leave. */
  readonly root: string;
  /** Real path of the folder that relative paths start from, inside the root. Default: the root. */
  readonly folder?: string | undefined;
  /** Reports instructions for the folders of read files. Default: none are reported. */
  readonly instructions?: FolderInstructions | undefined;
  /** Aborted when the call is cancelled or the server shuts down. The execution then throws its reason. */
  readonly signal: AbortSignal;
  /** The server's own environment. Children get what `childEnvironment` lets through. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Stores a body as an artifact. Undefined if none are stored. */
  readonly store?: ((body: ArtifactBody) => Promise<ArtifactInfo>) | undefined;
  /** Reports progress to the client; does nothing if the call has no `progressToken`. */
  readonly reportProgress: (progress: number, message: string) => void;
}

export interface ToolError<Code extends string> {
  readonly code: Code;
  /** Names the attempted action, the value in quotes, and the allowed values. */
  readonly message: string;
  readonly exit_code?: number;
}

/** Facts about a tool's output: its completeness, the artifact in which all of it is stored, and warnings. */
export interface OutputExtent {
  /** True if the artifact of the output has only its beginning. Default false. */
  readonly isPart?: boolean | undefined;
  /** Present if the tool itself stores the output: see `Output`. */
  readonly storing?: Promise<ArtifactInfo> | undefined;
  /** Notes for the reader of the output, such as the encoding that it was decoded from. */
  readonly warnings?: readonly string[];
}

/** Outcome of a tool. The call adds `pruning` in either case. */
export type ToolOutcome<Result, Code extends string> =
  | (OutputExtent & { readonly ok: true; readonly result: Result; readonly prunable: Prunable<Result> })
  | (OutputExtent & {
      readonly ok: false;
      readonly error: ToolError<Code>;
      /** Output of the command until it failed. */
      readonly streams?: { readonly stdout: string; readonly stderr: string };
      /** Timeout in milliseconds. Set if `error.code` is `timeout`. */
      readonly timeoutMs?: number;
    });
