import { DEFAULT_WIRE_LIMITS, type WireLimits } from '../src/wire/wire-limits.ts';

/** What the worker takes from one request. */
export interface WorkerLimits extends WireLimits {
  /** Largest body in bytes; a larger one is 413, whether it says so or not. */
  readonly bodyBytes: number;
}

/** 10 MiB of JSON. */
export const DEFAULT_LIMITS: WorkerLimits = { ...DEFAULT_WIRE_LIMITS, bodyBytes: 10 * 1024 * 1024 };

/** Limits from the environment: `PRUNER_MAX_BODY_BYTES`, a whole number from 1. Throws a RangeError on anything else. */
export function limitsFrom(env: Readonly<Record<string, string | undefined>>): Partial<WorkerLimits> {
  const { PRUNER_MAX_BODY_BYTES: said } = env;
  if (said === undefined || said === '') return {};
  const bodyBytes = Number(said);
  if (Number.isSafeInteger(bodyBytes) && bodyBytes > 0) return { bodyBytes };
  throw new RangeError(`PRUNER_MAX_BODY_BYTES is "${said}", a whole number of bytes from 1 is allowed`);
}
