/**
 * What a response may hold. The bytes always bind; the other limits bind where they are asked for, and else say what a
 * response that is too large shows before anything else.
 */
export interface ResponseLimits {
  /** UTF-8 bytes of the whole result as JSON, notice included. At least 1,024. */
  readonly maxBytes: number;
  readonly maxArrayItems: number;
  /** UTF-16 units of a string, mark included. */
  readonly maxStringLength: number;
  /** Containers inside one another, the outermost included. */
  readonly maxJsonDepth: number;
  /** Lines of a text of several lines. */
  readonly maxLogLines: number;
  /** Keys of an object. */
  readonly maxKeys: number;
}

export const DEFAULT_LIMITS: ResponseLimits = {
  maxBytes: 10_240,
  maxArrayItems: 10,
  maxStringLength: 500,
  maxJsonDepth: 4,
  maxLogLines: 20,
  maxKeys: 50,
};

/** Max bytes of a response, by what it tells. */
export const CATEGORY_BUDGETS: Readonly<Record<ResponseCategory, number>> = {
  execution: 3072,
  list: 2048,
  status: 1536,
  scan: 2048,
  config: 1536,
};

export type ResponseCategory = 'execution' | 'list' | 'status' | 'scan' | 'config';

/** Containers inside one another that are ever shown. */
const DEEPEST = 64;

/** Limits of which those that nobody asked for by name are the default ones times a factor. */
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

const LEAST: ResponseLimits = {
  maxBytes: 1024,
  maxArrayItems: 1,
  maxStringLength: 32,
  maxJsonDepth: 1,
  maxLogLines: 2,
  maxKeys: 2,
};

/** The limits of a response: those given, the defaults elsewhere. Throws a `RangeError` for what nothing fits in. */
export function toLimits(given: Partial<ResponseLimits> = {}): ResponseLimits {
  const limits = { ...DEFAULT_LIMITS, ...given };
  for (const name of Object.keys(LEAST) as (keyof ResponseLimits)[]) {
    if (!(limits[name] >= LEAST[name]))
      throw new RangeError(`limit ${name} to "${limits[name]}": it is ${LEAST[name]} at least`);
  }
  return limits;
}
