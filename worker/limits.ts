import { DEFAULT_WIRE_LIMITS, type WireLimits } from '../src/wire/wire-limits.ts';

/** What the worker takes from one request. */
export interface WorkerLimits extends WireLimits {
  /** Largest body in bytes; a larger one is 413, whether it says so or not. */
  readonly bodyBytes: number;
  /** What the context of one team may take in the database, in bytes. */
  readonly contextBytes: number;
}

/** 10 MiB of JSON, 100 MiB of context. */
export const DEFAULT_LIMITS: WorkerLimits = {
  ...DEFAULT_WIRE_LIMITS,
  bodyBytes: 10 * 1024 * 1024,
  contextBytes: 100 * 1024 * 1024,
};
