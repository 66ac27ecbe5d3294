import { answerPrune } from '../answer-prune.ts';
import { dialectOf } from '../dialect.ts';
import { overLimit } from '../list-limit.ts';
import type { PruneDoor } from '../prune-door.ts';
import type { PruneAnswer, PruneRecord, PruneReply } from '../prune-reply.ts';
import { toBody, validate } from '../validate.ts';
import { bodyDetail } from '../validation-detail.ts';
import { type WireFailure, type WireFailureCode, wireFailure } from '../wire-failure.ts';
import type { BatchLine, BatchTotals } from './batch-line.ts';
import { type BatchItem, type BatchRequest, batchRequest, itemBody } from './batch-request.ts';

/** Items of one batch under way at once: enough to keep an upstream busy, and no more than a fair share of it. */
const AT_ONCE = 4;

/** What the host wants to know of each item besides its line. */
export interface BatchWatch {
  /** An item was answered. */
  onRecord?(record: PruneRecord): void;
  /** An item could not be answered. */
  onFailure?(code: WireFailureCode): void;
  /** Waits until an item may be computed on: what lets go of its place, or why there is none. Default: at once. */
  readonly enter?: (() => Promise<(() => void) | WireFailure>) | undefined;
  /** An item met a fault of ours; its line says no more than that. */
  onFault?(error: unknown): void;
}

/** A batch that validates, and its answer. */
export interface BatchReply {
  readonly ok: true;
  /** A line for each item as it is ready, and the totals. Rejects only for `door.signal`'s abort. */
  readonly lines: AsyncGenerator<BatchLine, void, undefined>;
}

/** Answers a parsed batch. Nothing is computed before the first line is asked for; who stops asking stops the rest. */
export function answerBatch(sent: unknown, door: PruneDoor, watch: BatchWatch = {}): BatchReply | WireFailure {
  const is = toBody(sent);
  if (!is.ok) return is;
  const tooMany = overLimit(is.body, 'items', door.limits.batchItems);
  if (tooMany !== undefined) return tooMany;
  const valid = validate(batchRequest, is.body);
  if (!valid.ok) return valid;
  return { ok: true, lines: lines(valid.request, door, watch) };
}

async function* lines(
  { items, defaults }: BatchRequest,
  door: PruneDoor,
  watch: BatchWatch,
): AsyncGenerator<BatchLine, void, undefined> {
  const started = door.now();
  const stop = new AbortController();
  const signal = door.signal === undefined ? stop.signal : AbortSignal.any([door.signal, stop.signal]);
  const total = { failed: 0, in: 0, out: 0 };

  const answer = async (item: BatchItem, index: number): Promise<BatchLine> => {
    const placed = item.id === undefined ? { index } : { index, id: item.id };
    const reply = await answerItem(itemBody(item, defaults), { ...door, signal }, watch);
    if (!reply.ok) {
      total.failed += 1;
      watch.onFailure?.(reply.code);
      return { ...placed, ok: false, code: reply.code, detail: reply.detail };
    }
    total.in += reply.record.tokensIn;
    total.out += reply.record.tokensOut;
    watch.onRecord?.(reply.record);
    return { ...placed, ok: true, ...(reply.body as Exclude<PruneAnswer, { ok: true }>) };
  };

  const underWay = new Map<number, Promise<{ readonly index: number; readonly line: BatchLine }>>();
  try {
    for (let next = 0; next < items.length || underWay.size > 0; ) {
      for (; next < items.length && underWay.size < AT_ONCE; next++) {
        const index = next;
        underWay.set(
          index,
          answer(items[index] as BatchItem, index).then((line) => ({ index, line })),
        );
      }
      const { index, line } = await Promise.race(underWay.values());
      underWay.delete(index);
      yield line;
    }
    const totals: BatchTotals = {
      done: true,
      count: items.length,
      failed: total.failed,
      origin_token_cnt: total.in,
      left_token_cnt: total.out,
      latency_ms: door.now() - started,
      request_id: door.requestId,
    };
    yield totals;
  } finally {
    for (const left of underWay.values()) left.catch(() => {});
    stop.abort(new Error('nobody asks for the rest of the batch'));
  }
}

async function answerItem(body: object, door: PruneDoor, watch: BatchWatch): Promise<PruneReply | WireFailure> {
  if (dialectOf(body) === 'documents') {
    const msg = 'Input should hold code, or tool_response';
    return wireFailure('invalid_request', bodyDetail('missing', msg, body));
  }
  const entered = await watch.enter?.();
  if (typeof entered === 'object') return entered;
  try {
    door.signal?.throwIfAborted();
    return await answerPrune(body, door);
  } catch (error) {
    door.signal?.throwIfAborted();
    watch.onFault?.(error);
    return wireFailure('internal', 'Internal Server Error');
  } finally {
    entered?.();
  }
}
