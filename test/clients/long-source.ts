import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { HostUser } from './host-user.ts';
import { ROOT } from './installed.ts';

/**
 * Some 2,000 lines of a real program: this one's `launcher/mcp-config` at one time. Frozen, because which lines a session is
 * about depends on every comment.
 */
export const LONG_SOURCE: string = readFileSync(`${ROOT}test/clients/long-source.txt`, 'utf8');

/** Lines around one that the session is about, below the 40,000 characters that Codex shows of an output. */
export const SHORTER_SOURCE: string = sourceAround(15_000);

/** So many characters on both sides of the line that the session is about. */
export function sourceAround(chars: number): string {
  const at = LONG_SOURCE.indexOf('export function addMember');
  return LONG_SOURCE.slice(at - chars, at + chars).replace(/^.*\n/, '');
}

/** What a session about it begins with. */
export const ABOUT_SOURCE = 'Mend addMember: the comma behind the last member is put in the wrong place.';
/** A line of it that the session is about. */
export const MENDED_LINE = '  if (last === undefined || trailing !== undefined) return added;\n';

/** The notice of a hook that has shortened a result, with the reference of all of it. */
export const NOTICE: RegExp = /\[mcp-pruner left out .* tool artifact, ref="(ax:\/\/\w+\/\w+)"\]/;

/** Puts it into the user's project. */
export function withSource<User extends HostUser>(
  user: User,
  text: string = SHORTER_SOURCE,
): User & { readonly file: string } {
  const file = path.join(user.project, 'config.ts');
  writeFileSync(file, text);
  return { ...user, file };
}
