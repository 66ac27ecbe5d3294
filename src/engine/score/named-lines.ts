import { eachTerm } from '../../session-memory/each-term.ts';
import { spokenNames } from '../../session-memory/spoken-names.ts';
import { SOURCES } from '../../session-memory/term-table.ts';
import type { CooperativeTask } from '../../text/cooperative-task.ts';
import type { Lines } from '../../text/lines.ts';
import type { Document } from './scorer.ts';

/** Max share of a text that is shown because of names. */
const MAX_SHARE = 0.4;
/** Max lines of a definition that is shown whole. */
const MAX_DEFINITION = 120;
/**
 * Max uses of a name that are shown besides its definition. If a name is on more than `MAX_OCCURRENCES` lines, none of
 * its uses are shown.
 */
const MAX_USES = 6;
const MAX_OCCURRENCES = 24;
/** Cost of the search for one name, as a share of the cost of counting tokens. */
const SHARE = 0.02;

const IMPORT = /^\s*(?:import\b|from\b.*\bimport\b|export\b.*\bfrom\b|use\b|#include\b|using\b|require\b)/;

interface Found {
  readonly lines: readonly number[];
  readonly chars: number;
}

/**
 * Finds the lines about names that were just mentioned: the whole definition of each name, and the statements with
 * other uses unless there are many. Names that take the fewest characters go first, within `MAX_SHARE`. Returns one
 * byte a line.
 */
export function* namedLines(document: Document, question: string): CooperativeTask<Uint8Array> {
  const { lines, context } = document;
  const named = new Uint8Array(lines.count);
  const names = new Set([...spokenNames(question), ...(context?.names ?? [])]);
  const found: Found[] = [];
  for (const name of names) {
    yield lines.text.length * SHARE;
    const places = occurrences(lines, name);
    if (places.length > 0) found.push(shownFor(document, name, places));
  }
  yield lines.count;
  for (const line of definedByPrompt(document)) found.push(shownFor(document, nameOf(document, line), [line]));
  let room = MAX_SHARE * lines.text.length;
  for (const { lines: shown, chars } of found.sort((a, b) => a.chars - b.chars)) {
    if (chars > room) continue;
    for (const line of shown) {
      if (named[line] === 1) continue;
      named[line] = 1;
      room -= charsOf(lines, line);
    }
  }
  return named;
}

/** Max definitions whose names contain the same word of the prompt. More of them say that the word is too common. */
const MAX_DEFINED = 3;

/** Returns the lines of definitions whose names contain words of the prompt: `InCallChatPanel` for "chat". */
function definedByPrompt({ kind, lines: { text }, shape, context }: Document): readonly number[] {
  const terms = kind === 'source' ? context?.terms.copy() : undefined;
  const byWord = new Map<number, number[]>();
  for (const [line, { from, to }] of terms === undefined ? [] : shape.names) {
    eachTerm(text, from, to, (word) => {
      const slot = terms?.slotOf(word) ?? -1;
      if (slot < 0 || terms?.weights[slot * SOURCES.length + PROMPT] === 0) return;
      const of = byWord.get(word);
      if (of === undefined) byWord.set(word, [line]);
      else of.push(line);
    });
  }
  return [...new Set([...byWord.values()].filter((of) => of.length <= MAX_DEFINED).flat())];
}

const PROMPT = SOURCES.indexOf('prompt');

function nameOf({ lines, shape }: Document, line: number): string {
  const { from, to } = shape.names.get(line) as { readonly from: number; readonly to: number };
  return lines.text.slice(from, to);
}

/** Returns the lines with a name, in order; one more than the max if there are more. */
function occurrences({ text, starts, count }: Lines, name: string): readonly number[] {
  const found: number[] = [];
  let line = 0;
  for (let at = text.indexOf(name); at !== -1 && found.length <= MAX_OCCURRENCES; at = text.indexOf(name, at + 1)) {
    const end = at + name.length;
    // `get` is no occurrence in `target`, and none in `getAll`.
    if (isWordChar(text, at - 1) && isWordChar(text, at)) continue;
    if (isWordChar(text, end) && isWordChar(text, end - 1)) continue;
    while (line + 1 < count && (starts[line + 1] as number) <= at) line++;
    if (found.at(-1) !== line) found.push(line);
  }
  return found;
}

function isWordChar(text: string, at: number): boolean {
  return /[\w$]/.test(text.charAt(at));
}

function shownFor({ lines, shape, records }: Document, name: string, places: readonly number[]): Found {
  const last = /[\w$]+$/.exec(name)?.[0] ?? name;
  const shown = new Set<number>();
  const definitions = places.filter((line) => {
    const own = shape.names.get(line);
    return own !== undefined && lines.text.slice(own.from, own.to) === last;
  });
  for (const line of definitions) {
    const end = Math.min(shape.ends[line] as number, line + MAX_DEFINITION);
    for (let at = line; at <= end; at++) shown.add(at);
  }
  const uses = places.filter((line) => !shown.has(line) && !IMPORT.test(lineOf(lines, line)));
  if (places.length <= MAX_OCCURRENCES) {
    for (const line of uses.slice(0, MAX_USES)) for (const at of statementAt(line, records)) shown.add(at);
  }
  const all = [...shown];
  return { lines: all, chars: all.reduce((sum, line) => sum + charsOf(lines, line), 0) };
}

function statementAt(line: number, records: Document['records']): readonly number[] {
  if (records === undefined) return [line];
  const unit = records.of[line] as number;
  const from = records.starts[unit] as number;
  return Array.from({ length: (records.starts[unit + 1] as number) - from }, (_, at) => from + at);
}

function lineOf({ text, starts, ends }: Lines, line: number): string {
  return text.slice(starts[line], ends[line]);
}

function charsOf({ starts, text }: Lines, line: number): number {
  return (starts[line + 1] ?? text.length) - (starts[line] as number);
}
