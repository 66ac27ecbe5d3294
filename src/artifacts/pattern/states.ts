import type { CharacterClass } from './character-classes.ts';
import type { Program, Step } from './compile-pattern.ts';
import type { Assertion } from './pattern-tree.ts';

/** Context before the next character: the line's start, a word character, or anything else. */
export type Before = 'start' | 'word' | 'other';
/** Context after the current position. */
type Behind = 'end' | 'word' | 'other';

/** A set of steps that a search may be at between two characters. */
export interface State {
  readonly steps: readonly number[];
  readonly before: Before;
  /** Next state by class number. */
  readonly after: (State | typeof MATCHED | undefined)[];
  /** True if a match ends at the line's end, and at a part's end; computed on first use. */
  readonly ends: { line?: boolean; part?: boolean };
}

/** State after a match was found. */
export const MATCHED = 'matched';

export interface States {
  first(before: Before): State;
  after(state: State, character: CharacterClass): State | typeof MATCHED;
  /** True if a match ends at the end of the text. `closes`: the line ends there too. */
  matchesAtEnd(state: State, closes: boolean): boolean;
  /** Work of creating states so far, in units of a character whose state is known. */
  readonly work: number;
}

/** Max cached states; a pattern that needs more starts over with an empty cache. */
const KEPT = 1000;
/** Cost of one step while creating a state, in characters whose state is known. */
const COST = 10;

/** Creates the deterministic automaton of a program lazily, state by state as a text needs them. */
export function createStates({ steps, start }: Program): States {
  const known = new Map<string, State>();
  const firsts = new Map<Before, State>();
  let work = 0;

  const toState = (numbers: readonly number[], before: Before): State => {
    const key = `${before} ${numbers.join(' ')}`;
    let state = known.get(key);
    if (state === undefined) {
      if (known.size >= KEPT) {
        for (const old of known.values()) old.after.length = 0;
        known.clear();
        firsts.clear();
      }
      state = { steps: numbers, before, after: [], ends: {} };
      known.set(key, state);
    }
    return state;
  };

  /** Follows the steps that take no character; `matches` is true if `match` is among them. */
  const reach = (state: State, behind: Behind): { readonly sets: readonly number[]; readonly matches: boolean } => {
    const seen = new Uint8Array(steps.length);
    const sets: number[] = [];
    const todo = [...state.steps];
    let matches = false;
    for (let at = todo.pop(); at !== undefined; at = todo.pop()) {
      if (seen[at] === 1) continue;
      seen[at] = 1;
      work += COST;
      const step = steps[at] as Step;
      if (step.kind === 'match') matches = true;
      else if (step.kind === 'set') sets.push(at);
      else if (step.kind === 'split') todo.push(step.next, step.other);
      else if (holds(step.assertion, state.before, behind)) todo.push(step.next);
    }
    return { sets, matches };
  };

  const follow = (state: State, { sets: belongs, word }: CharacterClass): State | typeof MATCHED => {
    const { sets, matches } = reach(state, word ? 'word' : 'other');
    if (matches) return MATCHED;
    const next = new Set([start]);
    for (const at of sets) {
      const step = steps[at] as Extract<Step, { kind: 'set' }>;
      if (belongs[step.set]) next.add(step.next);
    }
    work += COST * sets.length;
    return toState(
      [...next].sort((a, b) => a - b),
      word ? 'word' : 'other',
    );
  };

  return {
    get work() {
      return work;
    },
    first(before) {
      const found = firsts.get(before) ?? toState([start], before);
      firsts.set(before, found);
      return found;
    },
    after(state, character) {
      const found = state.after[character.number];
      if (found !== undefined) return found;
      const made = follow(state, character);
      state.after[character.number] = made;
      return made;
    },
    matchesAtEnd(state, closes) {
      const { ends } = state;
      if (closes) {
        ends.line ??= reach(state, 'end').matches;
        return ends.line;
      }
      ends.part ??= reach(state, 'other').matches;
      return ends.part;
    },
  };
}

function holds(assertion: Assertion, before: Before, behind: Behind): boolean {
  if (assertion === 'start') return before === 'start';
  if (assertion === 'end') return behind === 'end';
  return ((before === 'word') !== (behind === 'word')) === (assertion === 'word');
}
