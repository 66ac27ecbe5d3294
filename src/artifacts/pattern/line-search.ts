import { characterLength, codePointAt } from '../utf8.ts';
import { type CharacterClass, createCharacterClasses } from './character-classes.ts';
import { parsePattern } from './parse-pattern.ts';
import { PatternError } from './pattern-error.ts';
import type { Assertion, ParsedPattern, PatternTree } from './pattern-tree.ts';

/** A step of a nondeterministic automaton. `next` and `other` are step numbers. */
type Step =
  | { readonly kind: 'match' }
  | { readonly kind: 'set'; readonly set: number; readonly next: number }
  | { readonly kind: 'assert'; readonly assertion: Assertion; readonly next: number }
  | { readonly kind: 'split'; readonly next: number; other: number };

interface Program {
  readonly steps: readonly Step[];
  readonly start: number;
}

/** Max steps of a program, i.e. the max cost of one character of text. */
const MAX_STEPS = 400;
/** Max parts visited while compiling. `MAX_STEPS` does not bound this, because repeating an empty part adds no step. */
const MAX_VISITS = 20_000;

/**
 * Compiles by Thompson's construction, back to front. Throws a `PatternError` if repeats make the program too large.
 */
function compilePattern({ tree }: ParsedPattern): Program {
  const steps: Step[] = [{ kind: 'match' }];
  let visits = 0;
  const add = (step: Step): number => {
    if (steps.push(step) > MAX_STEPS) throw tooLarge();
    return steps.length - 1;
  };
  const split = (next: number, other: number): number => add({ kind: 'split', next, other });
  const compile = (part: PatternTree, next: number): number => {
    if (++visits > MAX_VISITS) throw tooLarge();
    switch (part.kind) {
      case 'set':
        return add({ kind: 'set', set: part.set, next });
      case 'assert':
        return add({ kind: 'assert', assertion: part.assertion, next });
      case 'sequence':
        return part.parts.reduceRight((after, one) => compile(one, after), next);
      case 'choice':
        return part.options.map((one) => compile(one, next)).reduceRight((other, one) => split(one, other));
      case 'repeat':
        return compileRepeat(part, next);
    }
  };
  const compileRepeat = ({ of, min, max }: Extract<PatternTree, { kind: 'repeat' }>, next: number): number => {
    let entry = next;
    if (max === Number.POSITIVE_INFINITY) {
      entry = split(next, next);
      const loop = steps[entry] as Extract<Step, { kind: 'split' }>;
      loop.other = compile(of, entry);
    } else for (let i = min; i < max; i++) entry = split(next, compile(of, entry));
    for (let i = 0; i < min; i++) entry = compile(of, entry);
    return entry;
  };
  return { start: compile(tree, 0), steps };
}

function tooLarge(): PatternError {
  return new PatternError(`it is too large: expected at most ${MAX_STEPS} parts when its repeats are written out`);
}

/** Context before the next character: the line's start, a word character, or anything else. */
type Before = 'start' | 'word' | 'other';
/** Context after the current position. */
type Behind = 'end' | 'word' | 'other';

/** A set of steps that a search may be at between two characters. */
interface State {
  readonly steps: readonly number[];
  readonly before: Before;
  /** Next state by class number. */
  readonly after: (State | typeof MATCHED | undefined)[];
  /** True if a match ends at the line's end, and at a part's end; computed on first use. */
  readonly ends: { line?: boolean; part?: boolean };
}

/** State after a match was found. */
const MATCHED = 'matched';

/** Max cached states; a pattern that needs more starts over with an empty cache. */
const KEPT = 1000;
/** Cost of one step while creating a state, in characters whose state is known. */
const COST = 10;

/** Creates the deterministic automaton of a program lazily, state by state as a text needs them. */
class States {
  /** Work of creating states so far, in units of a character whose state is known. */
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

  /** True if a match ends at the end of the text. `closes`: the line ends there too. */
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

/** Part of a line. */
export interface LinePart {
  readonly from: number;
  readonly to: number;
  /** True if the line began before `from`. */
  readonly inside: boolean;
  /** True if the line ends at `to`. */
  readonly closes: boolean;
}

export type LineSearch = ReturnType<typeof createLineSearch>;

const REPLACEMENT = 0xfffd;

/**
 * Searches lines of UTF-8 for a pattern without backtracking. A character costs at most as many steps as the pattern
 * has parts (Thompson 1968). It usually costs one, because step sets are cached as states. Invalid UTF-8 is read as
 * U+FFFD. Throws a `PatternError`.
 */
export function createLineSearch(pattern: string) {
  const parsed = parsePattern(pattern);
  const classes = createCharacterClasses(parsed.sets);
  const { ascii } = classes;
  const states = new States(compilePattern(parsed));
  let characters = 0;
  return {
    /**
     * Work so far, proportional to time: characters read, plus the cost of creating classes and states, in characters.
     */
    get work(): number {
      return characters + classes.work + states.work;
    },
    /** Returns the offset where the first match ends, or at most one character later; -1 without a match. */
    find(bytes: Uint8Array, { from, to, inside, closes }: LinePart): number {
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
