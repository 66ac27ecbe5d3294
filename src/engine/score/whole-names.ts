import { spokenNames } from '../../session-memory/spoken-names.ts';
import { type CooperativeTask, parts } from '../../text/cooperative-task.ts';
import type { Lines } from '../../text/lines.ts';
import type { TextKind } from '../pruner.ts';
import { lineHead } from '../structure/line-head.ts';
import type { Structure } from '../structure/structure.ts';
import { DIFFERS } from './order/odd-rows.ts';
import { isPlain } from './question/question-terms.ts';
import { type LineScores, Reason } from './scorer.ts';

/** A name of several parts, such as `fs.file-max`, `retry_delay` or `--max-size`. A word of plain language has one. */
const JOINED = /[\p{L}\d](?:[._:/-]+|(?<=\p{Ll})(?=\p{Lu}))[\p{L}\d]/u;
const HYPHENED = /[\w.]+(?:-\w+)+/g;
/** Max names searched, and max lines that contain a name. A name on more lines no longer distinguishes any. */
const MAX_NAMES = 8;
const MAX_LINES = 24;
/** Cost of the search for one name, as a share of the cost of counting tokens. */
const SHARE = 0.02;
/** Relevance of a text that has a whole name of the question. */
const ANSWERED = 0.5;

/** Names of a question that occur verbatim in the text, and the lines that contain them. */
export interface WholeNames {
  /** The question without these names, whose parts (`max`, `first`) say nothing of order. */
  readonly rest: string;
  readonly lines: readonly number[];
}

/**
 * Finds the names that a question spells out. Source and diffs are not searched, because names are everywhere in them.
 */
export function* wholeNames(lines: Lines, question: string, kind: TextKind): CooperativeTask<WholeNames> {
  let rest = question;
  const found = new Set<number>();
  if (kind === 'source' || kind === 'diff') return { rest, lines: [] };
  const spoken = new Set([...spokenNames(question), ...(question.match(HYPHENED) ?? [])]);
  const names = [...spoken].filter((name) => JOINED.test(name) && /\p{L}/u.test(name));
  for (const name of names.slice(0, MAX_NAMES)) {
    yield lines.text.length * SHARE;
    const own = linesWith(lines, name);
    if (own.length > 0) rest = rest.replaceAll(name, ' ');
    if (own.length <= MAX_LINES) for (const line of own) found.add(line);
  }
  return { rest, lines: [...found] };
}

/** A word of a question that may be the name of a row, and max rows of that name. */
const WORD = /[\p{L}\d][\p{L}\d_-]{2,}/gu;
const MAX_NAMED = 3;
/** Score of a row that a question names, and factor for rows that do not have the name. */
const NAMED = 0.95;
const UNNAMED = 0.45;

/**
 * Raises the few rows of a list whose name is a word of the question, above rows that do not have this word. Does
 * nothing for a question about all but a name.
 */
export function* raiseNamedRows(
  lines: Lines,
  question: string,
  { headers }: Pick<Structure, 'headers'>,
  found: { -readonly [K in keyof LineScores]: LineScores[K] },
): CooperativeTask<void> {
  const words = [...new Set(question.match(WORD))].filter((word) => !isPlain(word));
  if (words.length === 0 || DIFFERS.test(question)) return;
  const named = yield* rowsNamed(lines, words, new Set(headers));
  if (named.size === 0) return;
  found.documentScore = Math.max(found.documentScore, ANSWERED);
  const names = new RegExp(`(?<![\\p{L}\\d])(?:${[...named.keys()].join('|')})(?![\\p{L}\\d])`, 'iu');
  yield* parts(lines, SHARE, (from, to) => {
    for (let i = from; i < to; i++)
      if (!names.test(lines.text.slice(lines.starts[i], lines.ends[i])))
        found.scores[i] = (found.scores[i] as number) * UNNAMED;
  });
  for (const i of [...named.values()].flat()) {
    found.scores[i] = Math.max(found.scores[i] as number, NAMED);
    found.reasons[i] = Reason.match;
  }
}

/** Finds the rows that begin with one of these words, by the word. A state of one or two letters may come before it. */
function* rowsNamed(
  lines: Lines,
  words: readonly string[],
  titles: ReadonlySet<number>,
): CooperativeTask<ReadonlyMap<string, readonly number[]>> {
  const rows = new Map<string, number[]>(words.map((word) => [word.toLowerCase(), []]));
  const name = new RegExp(
    String.raw`^[|"* ]*(?:[a-z]{1,2} +)?(${words.join('|')})(?:[:.]\w{2,8})?(?:\t| {2,}| ?[|,"] ?)\S.*?(?:\t| {2}| ?[|,])\S`,
    'i',
  );
  yield* parts(lines, SHARE, (from, to) => {
    for (let i = from; i < to; i++) {
      const word = name.exec(lineHead(lines, i))?.[1];
      if (word !== undefined && !titles.has(i)) rows.get(word.toLowerCase())?.push(i);
    }
  });
  for (const [word, { length }] of rows) if (length === 0 || length > MAX_NAMED) rows.delete(word);
  return rows;
}

/** Gives the lines with a whole name the best score. */
export function raiseNamed({ lines }: WholeNames, found: { -readonly [K in keyof LineScores]: LineScores[K] }): void {
  if (lines.length === 0) return;
  found.documentScore = Math.max(found.documentScore, ANSWERED);
  for (const line of lines) {
    found.scores[line] = 1;
    found.reasons[line] = Reason.match;
  }
}

/** Returns the lines with a name, in order; at most one more than the max. */
function linesWith({ text, starts, count }: Lines, name: string): readonly number[] {
  const found: number[] = [];
  let line = 0;
  for (let at = text.indexOf(name); at !== -1 && found.length <= MAX_LINES; at = text.indexOf(name, at + 1)) {
    if (goesOn(text, at - 1, -1) || goesOn(text, at + name.length, 1)) continue;
    while (line + 1 < count && (starts[line + 1] as number) <= at) line++;
    if (found.at(-1) !== line) found.push(line);
  }
  return found;
}

/**
 * True if the name continues beyond its end at `at`, as `fs.file-max` does in `fs.file-max-soft` and in
 * `sys.fs.file-max`.
 */
function goesOn(text: string, at: number, step: 1 | -1): boolean {
  return /[\w$]/.test(text.charAt(at)) || (/[.-]/.test(text.charAt(at)) && /\w/.test(text.charAt(at + step)));
}
