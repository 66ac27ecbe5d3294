import { DEFAULT_WIRE_LIMITS, type RequestLimits } from '../../src/prune-api/request-limits.ts';

/** Limits for one request. */
export interface WorkerLimits extends RequestLimits {
  /** Max bytes of a body; a larger one is 413, with or without a declared length. */
  readonly bodyBytes: number;
  /** Max bytes of one team's context in the database. */
  readonly contextBytes: number;
}

/** 10 MiB of JSON, 100 MiB of context. */
export const DEFAULT_WORKER_LIMITS: WorkerLimits = {
  ...DEFAULT_WIRE_LIMITS,
  bodyBytes: 10 * 1024 * 1024,
  contextBytes: 100 * 1024 * 1024,
};
