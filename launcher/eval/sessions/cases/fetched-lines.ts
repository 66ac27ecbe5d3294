import type { Action } from '../../../../src/sessions/actions/action.ts';
import { comesBack } from './comes-back.ts';

/** What a result shows, and the call that it is of. */
export interface Shown {
  readonly action: Action;
  readonly text: string;
  /** Number of its first line in the file. */
  readonly firstLine: number;
}

/** The 1-based lines of an earlier result for which an agent came back with a later call. */
export function linesFetchedAgain(earlier: Shown, later: Shown): readonly number[] {
  if (!comesBack(earlier.action, later.action)) return [];
  const isNumbered = isReadOfOne(earlier.action) && isReadOfOne(later.action);
  return isNumbered ? linesOfPart(earlier, later) : linesShownAgain(earlier.text, later.text);
}

function isReadOfOne(action: Action): boolean {
  return action.kind === 'read' && action.files.length === 1;
}

/**
 * The 1-based lines of a part of a file that a later read asked for again: a smaller part within it. None if that goes
 * beyond it, for then the agent came for what it had not seen.
 */
function linesOfPart(earlier: Shown, later: Shown): readonly number[] {
  const count = later.text.split('\n').length;
  const total = earlier.text.split('\n').length;
  const first = later.firstLine - earlier.firstLine + 1;
  const isWithin = first >= 1 && first + count - 1 <= total && count * 2 <= total;
  return isWithin ? Array.from({ length: count }, (_, i) => first + i) : [];
}

/** Characters of a line that tells something: a brace alone stands everywhere. */
const MIN_CHARS = 8;
/** A line that stands there more often is not the one that was looked for. */
const MAX_TIMES = 3;
/** `path:12:` and `12-` of a search, and what `nl` writes. */
const PLACE = /^(?:[^\s:]+:)?\s*\d+[:\-→\t]\s?/;

/**
 * The 1-based lines of `text` that an agent came back for: those that a later, narrower result shows again. None if that
 * shows more than half of them again, for then it was not narrower.
 */
function linesShownAgain(text: string, later: string): readonly number[] {
  const shown = new Set<string>();
  for (const line of later.split('\n')) {
    shown.add(line.trim());
    shown.add(line.replace(PLACE, '').trim());
  }
  const places = new Map<string, number[]>();
  const lines = text.split('\n');
  for (const [at, line] of lines.entries()) {
    const own = line.trim();
    if (own.length < MIN_CHARS) continue;
    const bare = shown.has(own) ? own : own.replace(PLACE, '').trim();
    if (bare.length >= MIN_CHARS && shown.has(bare)) places.set(bare, [...(places.get(bare) ?? []), at + 1]);
  }
  const found = [...places.values()].filter((at) => at.length <= MAX_TIMES).flat();
  return found.length * 2 > lines.length ? [] : found.sort((a, b) => a - b);
}
