import * as z from 'zod';
import { type CodeAnswer, codeAnswer } from '../code-answer.ts';
import { count } from '../fields.ts';
import type { RequestFailureCode } from '../request-failure.ts';
import { type ToolResponseAnswer, toolResponseAnswer } from '../tool-response/tool-response-answer.ts';
import type { ValidationDetail } from '../validation-detail.ts';

interface Placed {
  /** Index of the item in the request, 0-based, because lines come as they become ready. */
  readonly index: number;
  readonly id?: string | number | undefined;
}

/** Line of an answered item, with the fields of its own dialect. */
export type BatchAnswer = Placed & { readonly ok: true } & (CodeAnswer | ToolResponseAnswer);

/** Line of an item that failed; the other items are still answered. */
export interface BatchFailure extends Placed {
  readonly ok: false;
  readonly code: RequestFailureCode;
  readonly detail: string | readonly ValidationDetail[];
}

/** Last line. A stream without it was cut off. */
export interface BatchTotals {
  readonly done: true;
  readonly count: number;
  readonly failed: number;
  readonly origin_token_cnt: number;
  readonly left_token_cnt: number;
  readonly latency_ms: number;
  readonly request_id: string;
}

export type BatchLine = BatchAnswer | BatchFailure | BatchTotals;

const index = z.int().gte(0).describe('Index of the item in the request, 0-based');
const id = z.union([z.string(), z.number()]).optional().describe('Same as in the request');

const placed = { index, id, ok: z.literal(true) };
const shapeOf = (answer: z.ZodType): z.ZodRawShape => (answer as unknown as z.ZodObject).shape;

/** A line of the answer. */
export const batchLine: z.ZodType<BatchLine> = z.union([
  z.strictObject({ ...placed, ...shapeOf(codeAnswer) }),
  z.strictObject({ ...placed, ...shapeOf(toolResponseAnswer) }),
  z.strictObject({
    index,
    id,
    ok: z.literal(false),
    code: z.string().describe('Kind of failure'),
    detail: z.union([z.string(), z.array(z.record(z.string(), z.unknown()))]).describe('Details of the failure'),
  }),
  z.strictObject({
    done: z.literal(true),
    count: count.describe('Items'),
    failed: count.describe('Number of items that failed'),
    origin_token_cnt: count.describe('Tokens of all answered texts (o200k)'),
    left_token_cnt: count.describe('Tokens left after pruning'),
    latency_ms: z.number().gte(0).describe('Time from the validated request to this line, in milliseconds'),
    request_id: z.string(),
  }),
]) as unknown as z.ZodType<BatchLine>;
