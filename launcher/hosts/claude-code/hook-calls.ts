import type { Fields } from '../../../src/transcripts/fields.ts';
import type { HostHooks, ToldFolder } from '../host-hooks.ts';
import { isRunByCursor } from './is-run-by-cursor.ts';

/**
 * Claude Code's hooks tell only in which folder one of our tools is called. Its own results are shortened inside it
 * (`mod`); those that hooks of earlier versions still send pass unchanged.
 */
export function createHooks(): HostHooks {
  return {
    toCall: () => undefined,
    toToldFolder: (input) => (isRunByCursor(input) ? undefined : toClaudeFolder(input)),
  };
}

/** Parses Claude Code's `PreToolUse`. Its `cwd` follows `cd`, EnterWorktree, and a subagent's worktree (2.1.332). */
function toClaudeFolder({ hook_event_name: event, tool_use_id: call, cwd }: Fields): ToldFolder | undefined {
  if (event !== 'PreToolUse' || typeof call !== 'string' || typeof cwd !== 'string' || cwd === '') return undefined;
  return { call, folder: cwd };
}
