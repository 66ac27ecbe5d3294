import { characterLength, codePointAt } from '../utf8.ts';
import { type CharacterClass, createCharacterClasses } from './character-classes.ts';
import { compilePattern } from './compile-pattern.ts';
import { parsePattern } from './parse-pattern.ts';
import { type Before, createStates, MATCHED, type State } from './states.ts';

/** Part of a line. */
export interface LinePart {
  readonly from: number;
  readonly to: number;
  /** True if the line began before `from`. */
  readonly inside: boolean;
  /** True if the line ends at `to`. */
  readonly closes: boolean;
}

export interface LineSearch {
  /** Returns the offset where the first match ends, or at most one character later; -1 without a match. */
  find(bytes: Uint8Array, part: LinePart): number;
  /**
   * Work so far, proportional to time: characters read, plus the cost of creating classes and states, in characters.
   */
  readonly work: number;
}

const REPLACEMENT = 0xfffd;

/**
 * Searches lines of UTF-8 for a pattern without backtracking. A character costs at most as many steps as the pattern
 * has parts (Thompson 1968). It usually costs one, because step sets are cached as states. Invalid UTF-8 is read as
 * U+FFFD. Throws a `PatternError`.
 */
export function createLineSearch(pattern: string): LineSearch {
  const parsed = parsePattern(pattern);
  const classes = createCharacterClasses(parsed.sets);
  const { ascii } = classes;
  const states = createStates(compilePattern(parsed));
  let characters = 0;
  return {
    get work() {
      return characters + classes.work + states.work;
    },
    find(bytes, { from, to, inside, closes }) {
      const before: Before = inside ? 'other' : 'start';
      let state: State = states.first(before);
      for (let at = from; at < to; ) {
        const byte = bytes[at] as number;
        const length = byte < 0x80 ? 1 : characterLength(bytes, at, to);
        const character = byte < 0x80 ? (ascii[byte] as CharacterClass) : classes.of(pointOf(bytes, at, length));
        // Usually cached, so this rarely creates a state.
        const next = state.after[character.number] ?? states.after(state, character);
        if (next === MATCHED) {
          characters += at - from;
          return at;
        }
        state = next;
        at += length > 0 ? length : 1;
      }
      characters += to - from;
      return states.matchesAtEnd(state, closes) ? to : -1;
    },
  };
}

function pointOf(bytes: Uint8Array, at: number, length: number): number {
  return length > 0 ? codePointAt(bytes, at, length) : REPLACEMENT;
}
