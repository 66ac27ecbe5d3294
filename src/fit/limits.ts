import { RESPONSE_BYTES } from '../base/response-bytes.ts';
/**
 * Limits of a response. With `fill`, only `maxBytes` and the limits that the caller set are strict. The other defaults
 * only guide what is shown first.
 */
export interface ResponseLimits {
  /** Max UTF-8 bytes of the whole result as JSON, notice included. At least 1,024. */
  readonly maxBytes: number;
  readonly maxArrayItems: number;
  /** Max UTF-16 units of a string, mark included. */
  readonly maxStringLength: number;
  /** Max nesting depth, the outermost container included. */
  readonly maxJsonDepth: number;
  /** Max lines of a text of several lines. */
  readonly maxLogLines: number;
  /** Max keys of an object. */
  readonly maxKeys: number;
}

export const DEFAULT_LIMITS: ResponseLimits = {
  maxBytes: RESPONSE_BYTES,
  maxArrayItems: 10,
  maxStringLength: 500,
  maxJsonDepth: 4,
  maxLogLines: 20,
  maxKeys: 50,
};

/** Max bytes of a response by category. */
export const CATEGORY_BUDGETS: Readonly<Record<ResponseCategory, number>> = {
  execution: 3072,
  list: 2048,
  status: 1536,
  scan: 2048,
  config: 1536,
};

export type ResponseCategory = 'execution' | 'list' | 'status' | 'scan' | 'config';

/** Max nesting depth ever shown. */
const DEEPEST = 64;

/** Multiplies the default limits by a factor, but not those that the caller set. */
export function widened(limits: ResponseLimits, given: Partial<ResponseLimits>, factor: number): ResponseLimits {
  if (factor === 1) return limits;
  const { maxArrayItems, maxStringLength, maxJsonDepth, maxLogLines, maxKeys } = DEFAULT_LIMITS;
  return {
    ...limits,
    maxArrayItems: Math.round(maxArrayItems * factor),
    maxStringLength: Math.round(maxStringLength * factor),
    maxJsonDepth: Math.min(DEEPEST, maxJsonDepth + Math.floor(2 * Math.log2(factor))),
    maxLogLines: Math.round(maxLogLines * factor),
    maxKeys: Math.round(maxKeys * factor),
    ...given,
  };
}

const MIN: ResponseLimits = {
  maxBytes: 1024,
  maxArrayItems: 1,
  maxStringLength: 32,
  maxJsonDepth: 1,
  maxLogLines: 2,
  maxKeys: 2,
};

/** Completes the given limits with defaults. Throws a `RangeError` for limits in which nothing fits. */
export function toLimits(given: Partial<ResponseLimits> = {}): ResponseLimits {
  const limits = { ...DEFAULT_LIMITS, ...given };
  for (const name of Object.keys(MIN) as (keyof ResponseLimits)[]) {
    if (!(limits[name] >= MIN[name]))
      throw new RangeError(`cannot limit ${name} to "${limits[name]}": expected at least ${MIN[name]}`);
  }
  return limits;
}
