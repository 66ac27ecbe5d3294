import type { After } from '../../../../src/base/in-time.ts';
import type { Fields } from '../../../../src/transcripts/fields.ts';

/** A call in Claude Code's list of messages. */
export interface ModToolUse {
  readonly tool_use_id: string;
  readonly tool: string;
  readonly input: Fields;
  /** Id of the subagent that the call started. */
  readonly agentId?: string;
}

/** One message of a session (Claude Code's `SessionMessage`). Each block of an answer is a message of its own. */
export interface ModMessage {
  readonly role: 'user' | 'assistant';
  readonly text: string;
  readonly toolUses: readonly ModToolUse[];
  readonly toolResults?: readonly { readonly tool_use_id: string; readonly text: string; readonly isError?: boolean }[];
}

/** Piece of an answer, while the model writes it (Claude Code's `turn.step`). */
export interface ModChunk {
  readonly kind: string;
  readonly text?: string;
}

/** Result of a call: the tool's own record, and the text that the model reads. */
export interface ModResult {
  readonly result?: unknown;
  readonly text?: string;
  readonly isError?: boolean;
}

/**
 * The parts of Claude Code that the mod uses. Each rejects if this version lacks it. Claude Code reads from the module's
 * source which of its own methods are called, so only `register.ts` may name them.
 */
export interface ModHost {
  /** Returns the main agent's session so far. */
  messages(): Promise<readonly ModMessage[]>;
  sessionId(): Promise<string>;
  /** Returns the folder of the project, and the folder in which commands run. */
  root(): Promise<string>;
  cwd(): Promise<string>;
  /** Returns the folder of the user's settings and sessions. */
  home(): Promise<string>;
  /** Returns variables of the user's environment, without their common beginning `MCP_PRUNER_`. */
  variables(): Promise<Readonly<Record<'HOOKS' | 'HOOK_IGNORE' | 'HOOK_CUTS', string | undefined>>>;
  readFile(path: string): Promise<string>;
  /** Creates missing folders. Only this user can read them and the file, if the host can run commands. */
  writeFile(path: string, text: string): Promise<void>;
  exists(path: string): Promise<boolean>;
  /** Returns the path without links. */
  realPath(path: string): Promise<string>;
  /** True if the model may read a file without asking the user. */
  mayRead(path: string): Promise<boolean>;
  load(key: string): Promise<unknown>;
  save(key: string, value: unknown): Promise<void>;
  drop(key: string): Promise<void>;
  keys(): Promise<readonly string[]>;
  /** Milliseconds since 1970. */
  now(): Promise<number>;
  readonly after: After;
  /** Shows a line below the prompt; undefined removes it. */
  status(text: string | undefined): void;
  /** Draws the pane again. */
  redraw(): void;
}
