import { z } from 'zod';
import { halfOf } from '../outputs/half-of.ts';

/**
 * One line, as `LINE:HASH`: its 1-based number, and the hash of its text, so that a shifted text is noticed. Of a long
 * line only a piece may be needed: `LINE@FROM-TO:HASH`, with offsets in UTF-16 units.
 */
const label = z.string().regex(/^[1-9]\d*(?:@\d+-\d+)?:[0-9a-f]{8}$/);

/** A file of a public repository, read from a clone, or a text of this set. */
const source = z.union([
  z.strictObject({ repo: z.string().regex(/^[\w.-]+\/[\w.-]+$/), commit: z.string().length(40), path: z.string() }),
  z.strictObject({ text: z.string(), path: z.string().optional() }),
]);

const answerCase = z.strictObject({
  /** `kind/name`, unique. Decides the part. */
  id: z.string().regex(/^[\w+.-]+\/[\w+.-]+$/),
  of: source,
  /** Encoding of the bytes, as `TextDecoder` names it. Default: `utf-8`. */
  encoding: z.string().optional(),
  ask: z.string().min(1).max(1000),
  /** Lines that must stay. Of a nested list, one is enough. */
  must: z.array(z.union([label, z.array(label).min(2)])).min(1),
  /** True if the lines are items of a list. Without some of them, the answer has to state how many there are. */
  isList: z.boolean().optional(),
  /** A number that answers. An answer that states it needs none of the lines. */
  count: z.int().optional(),
  /** Lines that say the contrary. An answer that shows more of them than of the lines that must stay is reversed. */
  against: z.array(label).min(1).optional(),
});

export type Source = z.infer<typeof source>;
export type AnswerCase = z.infer<typeof answerCase>;

/** The open part may be looked at while the engine changes. The held part is opened once, at the end. */
export const PARTS = ['open', 'held'] as const;
export type Part = (typeof PARTS)[number];

/** Returns the part of a case, by a hash of its id. */
export function partOf(id: string): Part {
  return halfOf(id) === 'fitting' ? 'open' : 'held';
}

export function kindOf({ id }: AnswerCase): string {
  return id.slice(0, id.indexOf('/'));
}

/** Throws an error that says what is wrong with a case. */
export function toAnswerCase(value: unknown): AnswerCase {
  const parsed = answerCase.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Error(`cannot read the case ${JSON.stringify(value).slice(0, 80)}: ${z.prettifyError(parsed.error)}`);
}
