import type { Handler } from 'hono';
import { answerPrune } from '../../../src/prune-api/answer-prune.ts';
import { ALL_FIELDS, FIELDS_HEADER } from '../../../src/remote-pruner/request-fields.ts';
import { answerFailure } from '../../http/answer-failure.ts';
import type { WorkerContext } from '../../http/worker-context.ts';
import { serializeJson } from '../../http/write-json.ts';
import { callerOf, type OpenPruneContext } from './prune-contexts.ts';
import { LARGE_BYTES } from './queue/fair-queue.ts';
import { type PruneBodyLimits, readPruneBody } from './read-prune-body.ts';

/** Dependencies of the route. */
export interface PruneRouteDeps extends PruneBodyLimits {
  readonly openPruneContext: OpenPruneContext;
}

/** Serves `POST /prune`: size limit → validate → prune → answer. The ledger reads `record`. */
export function pruneRoute({ openPruneContext, ...limits }: PruneRouteDeps): Handler<WorkerContext> {
  return async (c) => {
    const read = await readPruneBody(c, limits);
    if (!read.ok) return answerFailure(c, read);
    const pruneContext = await openPruneContext(callerOf(c));
    const reply = await answerPrune(read.body, pruneContext);
    if (!reply.ok) return answerFailure(c, reply);
    c.set('record', reply.record);
    c.header(FIELDS_HEADER, ALL_FIELDS);
    if (read.bytes < LARGE_BYTES) return c.json(reply.body);
    return c.body(await serializeJson(reply.body, limits.turn), 200, { 'Content-Type': 'application/json' });
  };
}
