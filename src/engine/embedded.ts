import { atOnce, inTurns, type Pause, UNDIVIDED_CHARS } from '../text/cooperative-task.ts';
import { pruneSteps } from './prune-steps.ts';
import { CARES, type PruneDetails, type Pruned, type PruneRequest, type Pruner, TEXT_KINDS } from './pruner.ts';
import type { LineScorer } from './score/scorer.ts';

type Rule = readonly [expected: string, fits: (value: unknown) => boolean];

const isString = (value: unknown): boolean => typeof value === 'string';
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isAbove = (min: number, value: unknown): boolean => typeof value === 'number' && value >= min;
const oneOf = (values: readonly string[]): Rule => [
  `one of ${values.join(', ')}`,
  (value) => values.includes(value as string),
];

/** Expected value of each field. Omitted fields are not checked. */
const RULES: Readonly<Partial<Record<keyof PruneRequest, Rule>>> = {
  text: ['a string', isString],
  question: ['a string', isString],
  path: ['a string', isString],
  automatic: oneOf(CARES),
  kind: oneOf(TEXT_KINDS),
  threshold: ['a number', isNumber],
  targetRatio: ['a number above 0 and at most 1', (value) => isNumber(value) && value > 0 && value <= 1],
  maxTokens: ['a number of at least 0', (value) => isAbove(0, value)],
  firstLine: ['an integer of at least 1', (value) => Number.isInteger(value) && isAbove(1, value)],
};

/** Throws a `TypeError` that names the first field with an unexpected value. */
function checkRequest(request: PruneRequest): void {
  for (const [name, [expected, fits]] of Object.entries(RULES)) {
    const value: unknown = (request as object | undefined)?.[name as keyof object];
    if (value === undefined && name !== 'text') continue;
    if (!fits(value)) throw new TypeError(`cannot prune with ${name} ${shown(value)}: expected ${expected}`);
  }
}

function shown(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 40)) : String(value);
}

/**
 * Prunes a text by a question. Pure, synchronous, and deterministic on every runtime. The unit is the line (0-based
 * inside, 1-based in the answer): no line is cut or changed. Throws a `TypeError` if a field of the request has the
 * wrong type; no text makes it throw.
 */
export function pruneText(request: PruneRequest, scorer?: LineScorer): Pruned & { details: PruneDetails } {
  checkRequest(request);
  return atOnce(pruneSteps(request, scorer));
}

export interface EmbeddedPrunerOptions {
  /** Default: the learned scorer for a request with a context, otherwise word overlap with the question. */
  readonly scorer?: LineScorer | undefined;
  /**
   * Awaited before each part of the work on a large text, with its size in characters, so that the event loop can
   * turn. A part takes a few milliseconds at most. By default everything runs at once.
   */
  readonly pause?: Pause | undefined;
}

/**
 * Creates the embedded engine's pruner. Without `pause` a call runs to its end and checks `signal` only before it
 * starts. With `pause` it also checks after every pause. Rejects with the `TypeError` that `pruneText` would throw.
 */
export function createEmbeddedPruner({ scorer, pause }: EmbeddedPrunerOptions = {}): Pruner {
  return {
    async prune(request, { signal } = {}) {
      signal?.throwIfAborted();
      checkRequest(request);
      const steps = pruneSteps(request, scorer);
      const divided = pause !== undefined && request.text.length >= UNDIVIDED_CHARS;
      return divided ? inTurns(steps, pause, signal) : atOnce(steps);
    },
  };
}
