import { readdirSync, readFileSync } from 'node:fs';
import { ROOT } from '../../runtime/started.ts';

/** Real sources, so that lines, words and tokens are realistic. */
const LINES: readonly string[] = readdirSync(`${ROOT}src`, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .sort()
  .flatMap((name) => readFileSync(`${ROOT}src/${name}`, 'utf8').split('\n'));

const QUESTION = 'How is the retry delay computed when the upstream fails?';

/** A body of dialect A with `lines` lines, different for each `i`. */
export function pruneBody(lines: number, i: number): string {
  const from = (i * 37) % LINES.length;
  const code: string[] = [];
  for (let k = 0; code.length < lines - 1; k++) code.push(LINES[(from + k) % LINES.length] as string);
  return JSON.stringify({ query: QUESTION, code: [...code, `// request ${i}`].join('\n') });
}

/** Number of lines in about a megabyte. */
export const LARGE_LINES = 25_000;
