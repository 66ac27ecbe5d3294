import { EVERYDAY_WORDS } from './everyday-words.ts';
import { stemsOf } from './words.ts';

interface Line {
  readonly means: readonly string[];
  /** Matches stems joined by spaces that contain a phrase of the line. */
  readonly said: RegExp;
}

const GAP = '(?: \\S+){0,4} ';
let lines: readonly Line[] | undefined;

function readLine(line: string): Line {
  const [tools = '', people = ''] = line.split(':');
  const phrases = people.split(',').map((phrase) => phrase.split('…').map(joinStems).join(GAP));
  return { means: stemsOf(tools), said: new RegExp(` (?:${phrases.join('|')}) `) };
}

function joinStems(text: string): string {
  return stemsOf(text).join(' ');
}

/**
 * Returns the stems that tools use for the everyday words in a request: one list for each matching line of
 * `EVERYDAY_WORDS`.
 */
export function meaningsOf(request: string): readonly (readonly string[])[] {
  lines ??= EVERYDAY_WORDS.trim().split('\n').map(readLine);
  const stems = ` ${joinStems(request)} `;
  return lines.filter(({ said }) => said.test(stems)).map(({ means }) => means);
}
