import { readdirSync, readFileSync } from 'node:fs';
import { ROOT } from './installed.ts';

const SOURCES = `${ROOT}launcher/gateway/config/`;

/** Some 1,600 lines of this repository's own. */
export const LONG_SOURCE: string = readdirSync(SOURCES)
  .sort()
  .filter((name) => name.endsWith('.ts'))
  .map((name) => readFileSync(SOURCES + name, 'utf8'))
  .join('');

/** Lines around one that the session is about, below the 40,000 characters that Codex shows of an output. */
export const SHORTER_SOURCE: string = ((at) => LONG_SOURCE.slice(at - 15_000, at + 15_000).replace(/^.*\n/, ''))(
  LONG_SOURCE.indexOf('export function addMember'),
);

/** What a session about it begins with. */
export const ABOUT_SOURCE = 'Mend addMember in config.ts: the comma behind the last member is put in the wrong place.';
/** A line of it that the session is about. */
export const MENDED_LINE = '  if (last === undefined || trailing !== undefined) return added;\n';
