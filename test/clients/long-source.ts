import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { HostUser } from './host-user.ts';
import { ROOT } from './installed.ts';

/** About 2,000 lines of a real program. Frozen, because every comment influences which lines a session is about. */
export const LONG_SOURCE: string = readFileSync(`${ROOT}test/clients/long-source.txt`, 'utf8');

/** The part around the session's subject, below the 40,000 characters that Codex shows of an output. */
export const SHORTER_SOURCE: string = sourceAround(15_000);

/** Returns `chars` characters on both sides of the session's subject. */
export function sourceAround(chars: number): string {
  const at = LONG_SOURCE.indexOf('export function addMember');
  return LONG_SOURCE.slice(at - chars, at + chars).replace(/^.*\n/, '');
}

/** First message of a session about this source. */
export const ABOUT_SOURCE = 'Mend addMember: the comma behind the last member is put in the wrong place.';
/** A line of the source that the session is about. */
export const MENDED_LINE = '  if (last === undefined || trailing !== undefined) return added;\n';

/** The notice of a hook that has shortened a result, with the reference of the whole text. */
export const NOTICE: RegExp = /\[mcp-pruner left out .* tool artifact, ref="(ax:\/\/\w+\/\w+)"(?:, or file "[^"]+")?\]/;

/** Writes the source into the user's project. */
export function withSource<User extends HostUser>(
  user: User,
  text: string = SHORTER_SOURCE,
): User & { readonly file: string } {
  const file = path.join(user.project, 'config.ts');
  writeFileSync(file, text);
  return { ...user, file };
}
