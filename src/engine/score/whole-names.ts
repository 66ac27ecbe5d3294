import { spokenNames } from '../../session-memory/spoken-names.ts';
import type { CooperativeTask } from '../../text/cooperative-task.ts';
import type { Lines } from '../../text/lines.ts';
import type { TextKind } from '../pruner.ts';
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
