import { PatternError } from './pattern-error.ts';
import type { Assertion, ParsedPattern, PatternTree } from './pattern-tree.ts';

/** A step of a nondeterministic automaton. `next` and `other` are step numbers. */
export type Step =
  | { readonly kind: 'match' }
  | { readonly kind: 'set'; readonly set: number; readonly next: number }
  | { readonly kind: 'assert'; readonly assertion: Assertion; readonly next: number }
  | { readonly kind: 'split'; readonly next: number; other: number };

export interface Program {
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
export function compilePattern({ tree }: ParsedPattern): Program {
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
