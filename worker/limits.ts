import { DEFAULT_WIRE_LIMITS, type WireLimits } from '../src/wire/wire-limits.ts';

/** What the worker takes from one request. */
export interface WorkerLimits extends WireLimits {
  /** Largest body in bytes; a larger one is 413, whether it says so or not. */
  readonly bodyBytes: number;
}

/** 10 MiB of JSON. */
export const DEFAULT_LIMITS: WorkerLimits = { ...DEFAULT_WIRE_LIMITS, bodyBytes: 10 * 1024 * 1024 };
