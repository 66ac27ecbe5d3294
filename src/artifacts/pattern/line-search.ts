import { characterLength, codePointAt } from '../utf8.ts';
import { createCharacterClasses } from './character-classes.ts';
import { compilePattern } from './compile-pattern.ts';
import { parsePattern } from './parse-pattern.ts';
import { type Before, createStates, MATCHED, type State } from './states.ts';

/** Part of a line. */
export interface LinePart {
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly to: number;
  /** The line begins at `from`. */
  readonly opens: boolean;
  /** The line ends at `to`. */
  readonly closes: boolean;
}

export interface LineSearch {
  /** The offset up to which the first match to end reaches, at most a character more; -1 without a match. */
  find(part: LinePart): number;
  /** Steps made so far, a character one: what time is in proportion to. */
  readonly work: number;
}

const REPLACEMENT = 0xfffd;

/**
 * Searches lines of UTF-8 for a pattern, without ever going back: a character takes at most as many steps as the
 * pattern has parts (Thompson 1968), and mostly one, since sets of steps are made states on first use. Bytes that are
 * no UTF-8 are read as U+FFFD. Throws a `PatternError`.
 */
export function createLineSearch(pattern: string): LineSearch {
  const parsed = parsePattern(pattern);
  const classes = createCharacterClasses(parsed.sets);
  const states = createStates(compilePattern(parsed));
  let characters = 0;
  return {
    get work() {
      return characters + states.work;
    },
    find({ bytes, from, to, opens, closes }) {
      const before: Before = opens ? 'start' : 'other';
      let state: State = states.first(before);
      for (let at = from; at < to; ) {
        characters++;
        const byte = bytes[at] as number;
        const length = byte < 0x80 ? 1 : characterLength(bytes, at, to);
        const point = length === 1 ? byte : length > 0 ? codePointAt(bytes, at, length) : REPLACEMENT;
        const next = states.after(state, classes.of(point));
        if (next === MATCHED) return at;
        state = next;
        at += Math.max(1, length);
      }
      return states.matchesAtEnd(state, closes) ? to : -1;
    },
  };
}
