import type { Context } from 'hono';
import type { RequestFailure } from '../../../src/prune-api/request-failure.ts';
import type { Pause } from '../../../src/text/cooperative-task.ts';
import { overQuota } from '../../access/admit.ts';
import { type ReadBody, readJsonBody } from '../../http/read-json.ts';
import type { WorkerContext } from '../../http/worker-context.ts';

export interface PruneBodyLimits {
  /** The worker's own limit; a key may have a lower one. */
  readonly maxBytes: number;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Schedules work on a large body. */
  readonly turn: Pause;
}

/**
 * Reads the body of a pruning request, within the limits of the worker, the key and the team's month. Sets `bytesIn`.
 */
export async function readPruneBody(
  c: Context<WorkerContext>,
  { maxBytes, clock, turn }: PruneBodyLimits,
  parse?: (json: string) => unknown,
): Promise<ReadBody | RequestFailure> {
  const { maxBodyBytes, quota } = c.get('principal');
  const allowed = Math.min(maxBytes, maxBodyBytes ?? maxBytes);
  const left = quota === null ? allowed : Math.max(0, quota.limit - quota.used);
  const read = await readJsonBody(c.req.raw, Math.min(allowed, left), { waitTurn: c.get('waitTurn'), turn, parse });
  if (!read.ok)
    return quota !== null && read.code === 'too_large' && left < allowed ? overQuota(quota.limit, clock()) : read;
  const refused = await c.get('chargeQuota')?.(read.bytes);
  if (refused !== undefined) return refused;
  c.set('bytesIn', read.bytes);
  return read;
}
