import type { Fields } from '../../../src/transcripts/fields.ts';
import type { Places } from '../places.ts';

/** True if Cursor runs a hook from Claude Code's settings. Cursor has its own hook, and expects other answers. */
export function isRunByCursor({ cursor_version: version }: Fields, env: Places['env'] = {}): boolean {
  return version !== undefined || Boolean(env['CURSOR_VERSION']);
}

/** Checks the same for a hook process, in which no host is loaded. */
export function isOurHookRunByCursor(host: string, input: Fields, env: Places['env']): boolean {
  return host === 'claude-code' && isRunByCursor(input, env);
}
