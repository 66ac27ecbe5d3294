import { answerPrune } from '../answer-prune.ts';
import { dialectOf } from '../dialect.ts';
import { overLimit } from '../list-limit.ts';
import type { PruneContext } from '../prune-context.ts';
import type { PruneAnswer, PruneRecord, PruneReply } from '../prune-reply.ts';
import { type RequestFailure, type RequestFailureCode, requestFailure } from '../request-failure.ts';
import { toBody, validate } from '../validate.ts';
import { bodyDetail } from '../validation-detail.ts';
import type { BatchLine, BatchTotals } from './batch-line.ts';
import { type BatchItem, type BatchRequest, batchRequest, itemBody } from './batch-request.ts';

/** Max items of one batch in flight: enough to keep an upstream busy, and no more than a fair share of it. */
const AT_ONCE = 4;

/** Hooks that tell the host about each item, in addition to its line. */
export interface BatchWatch {
  /** Called when an item was answered. */
  onRecord?(record: PruneRecord): void;
  /** Called when an item failed. */
  onFailure?(code: RequestFailureCode): void;
  /**
   * Waits until an item may be computed; resolves to a function that releases its place, or to why there is none.
   * Default: at once.
   */
  readonly enter?: (() => Promise<(() => void) | RequestFailure>) | undefined;
  /** Called when an item hit an internal fault; its line says no more than that. */
  onFault?(error: unknown): void;
}

/** Answer to a valid batch. */
export interface BatchReply {
  readonly ok: true;
  /** Yields a line for each item as it becomes ready, then the totals. Rejects only if `pruneContext.signal` aborts. */
  readonly lines: AsyncGenerator<BatchLine, void, undefined>;
}

/**
 * Answers a parsed batch. Lazy: nothing is computed before the first line is requested, and the rest stops if the
 * consumer stops.
 */
export function answerBatch(
  sent: unknown,
  pruneContext: PruneContext,
  watch: BatchWatch = {},
): BatchReply | RequestFailure {
  const is = toBody(sent);
  if (!is.ok) return is;
  const tooMany = overLimit(is.body, 'items', pruneContext.limits.batchItems);
  if (tooMany !== undefined) return tooMany;
  const valid = validate(batchRequest, is.body);
  if (!valid.ok) return valid;
  return { ok: true, lines: lines(valid.request, pruneContext, watch) };
}

async function* lines(
  { items, defaults }: BatchRequest,
  pruneContext: PruneContext,
  watch: BatchWatch,
): AsyncGenerator<BatchLine, void, undefined> {
  const started = pruneContext.now();
  const stop = new AbortController();
  const signal = pruneContext.signal === undefined ? stop.signal : AbortSignal.any([pruneContext.signal, stop.signal]);
  const total = { failed: 0, in: 0, out: 0 };

  const answer = async (item: BatchItem, index: number): Promise<BatchLine> => {
    const placed = item.id === undefined ? { index } : { index, id: item.id };
    const reply = await answerItem(itemBody(item, defaults), { ...pruneContext, signal }, watch);
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
      latency_ms: pruneContext.now() - started,
      request_id: pruneContext.requestId,
    };
    yield totals;
  } finally {
    for (const left of underWay.values()) left.catch(() => {});
    stop.abort(new Error('the rest of the batch is no longer wanted'));
  }
}

async function answerItem(
  body: object,
  pruneContext: PruneContext,
  watch: BatchWatch,
): Promise<PruneReply | RequestFailure> {
  if (dialectOf(body) === 'documents') {
    const msg = 'Input should have the field code or tool_response';
    return requestFailure('invalid_request', bodyDetail('missing', msg, body));
  }
  const entered = await watch.enter?.();
  if (typeof entered === 'object') return entered;
  try {
    pruneContext.signal?.throwIfAborted();
    return await answerPrune(body, pruneContext);
  } catch (error) {
    pruneContext.signal?.throwIfAborted();
    watch.onFault?.(error);
    return requestFailure('internal', 'Internal Server Error');
  } finally {
    entered?.();
  }
}
