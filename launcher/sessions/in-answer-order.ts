import type { SessionEvent } from '../../src/transcripts/session-event.ts';
import { createAnswerOrder } from '../../src/unasked/answer-order.ts';

/** Yields the events of a session in the order in which a hook takes them, see `createAnswerOrder`. */
export async function* inAnswerOrder(events: AsyncIterable<SessionEvent>): AsyncIterable<SessionEvent> {
  const order = createAnswerOrder();
  for await (const event of events) yield* order.push(event);
  yield* order.release();
}
