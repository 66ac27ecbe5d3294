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
export function createStates(program: Program): States {
  return new LazyAutomaton(program);
}

class LazyAutomaton implements States {
  work = 0;
  readonly #program: Program;
  readonly #known = new Map<string, State>();
  readonly #firsts = new Map<Before, State>();

  constructor(program: Program) {
    this.#program = program;
  }

  first(before: Before): State {
    const found = this.#firsts.get(before) ?? this.#toState([this.#program.start], before);
    this.#firsts.set(before, found);
    return found;
  }

  after(state: State, character: CharacterClass): State | typeof MATCHED {
    const found = state.after[character.number];
    if (found !== undefined) return found;
    const made = this.#follow(state, character);
    state.after[character.number] = made;
    return made;
  }

  matchesAtEnd(state: State, closes: boolean): boolean {
    const { ends } = state;
    if (closes) {
      ends.line ??= this.#reach(state, 'end').matches;
      return ends.line;
    }
    ends.part ??= this.#reach(state, 'other').matches;
    return ends.part;
  }

  #toState(numbers: readonly number[], before: Before): State {
    const key = `${before} ${numbers.join(' ')}`;
    let state = this.#known.get(key);
    if (state === undefined) {
      if (this.#known.size >= KEPT) {
        for (const old of this.#known.values()) old.after.length = 0;
        this.#known.clear();
        this.#firsts.clear();
      }
      state = { steps: numbers, before, after: [], ends: {} };
      this.#known.set(key, state);
    }
    return state;
  }

  #follow(state: State, { sets: belongs, word }: CharacterClass): State | typeof MATCHED {
    const behind = word ? 'word' : 'other';
    const { sets, matches } = this.#reach(state, behind);
    if (matches) return MATCHED;
    const next = new Set([this.#program.start]);
    for (const at of sets) {
      const step = this.#program.steps[at] as Extract<Step, { kind: 'set' }>;
      if (belongs[step.set]) next.add(step.next);
    }
    this.work += COST * sets.length;
    const steps = [...next].sort((a, b) => a - b);
    return this.#toState(steps, behind);
  }

  /** Follows the steps that take no character; `matches` is true if `match` is among them. */
  #reach(state: State, behind: Behind): { readonly sets: readonly number[]; readonly matches: boolean } {
    const { steps } = this.#program;
    const seen = new Uint8Array(steps.length);
    const sets: number[] = [];
    const todo = [...state.steps];
    let matches = false;
    for (let at = todo.pop(); at !== undefined; at = todo.pop()) {
      if (seen[at] === 1) continue;
      seen[at] = 1;
      this.work += COST;
      const step = steps[at] as Step;
      if (step.kind === 'match') matches = true;
      else if (step.kind === 'set') sets.push(at);
      else if (step.kind === 'split') todo.push(step.next, step.other);
      else if (holds(step.assertion, state.before, behind)) todo.push(step.next);
    }
    return { sets, matches };
  }
}

function holds(assertion: Assertion, before: Before, behind: Behind): boolean {
  if (assertion === 'start') return before === 'start';
  if (assertion === 'end') return behind === 'end';
  return ((before === 'word') !== (behind === 'word')) === (assertion === 'word');
}
