import { z } from 'zod';
import type { Fact, LabelledLine, LabelledOutput, LabelledQuestion } from './labelled-set.ts';

const line: z.ZodType<LabelledLine> = z.strictObject({ line: z.int().min(1), text: z.string().min(1) });

const fact: z.ZodType<Fact> = z.union([
  line,
  z.strictObject({ anyOf: z.array(line).min(2) }),
  z.strictObject({ anyWith: z.string().min(1), lines: z.int().min(1) }),
]);

const question: z.ZodType<LabelledQuestion> = z.union([
  z.strictObject({ ask: z.string().min(1), facts: z.array(fact).min(1) }),
  z.strictObject({ ask: z.string().min(1), answer: z.literal('none') }),
]);

/** Program and name become parts of an id. */
const part: z.ZodType<string> = z.string().regex(/^[\w+.-]+$/);

export const LABELS: z.ZodType<LabelledOutput> = z.strictObject({
  program: part,
  name: part,
  command: z.string(),
  path: z.string().optional(),
  exitCode: z.int().optional(),
  failure: z.array(fact).min(1).optional(),
  questions: z.array(question).min(1),
});

/** Reads the labels of one output. Throws an error that says what is wrong and where. */
export function parseLabels(json: string, file: string): LabelledOutput {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (cause) {
    throw new Error(`cannot read labels ${file}: ${(cause as Error).message}`, { cause });
  }
  const parsed = LABELS.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Error(`cannot read labels ${file}:\n${z.prettifyError(parsed.error)}`);
}
