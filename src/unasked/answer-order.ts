import type { SessionEvent } from '../transcripts/session-event.ts';

/**
 * Puts a session's events into one order, however they arrived: first the words and calls of an answer, then the
 * results of its calls in the order of the calls. A host runs the calls of an answer while the model still writes it,
 * so a result may arrive before the next call. Hosts that do not tell answers apart keep their own order.
 */
export function createAnswerOrder() {
  /** The host's id of the answer that is being written, and the events about each of its calls. */
  let answer: string | undefined;
  let held = new Map<string, SessionEvent[]>();
  const release = (): readonly SessionEvent[] => {
    const events = [...held.values()].flat();
    held = new Map();
    answer = undefined;
    return events;
  };
  return {
    /** Takes the next event. Returns the events whose turn has come. */
    push(event: SessionEvent): readonly SessionEvent[] {
      if (event.kind === 'gave' || event.kind === 'exited') {
        const about = held.get(event.call);
        about?.push(event);
        return about === undefined ? [event] : [];
      }
      const isNext = event.kind === 'asked' || event.kind === 'cleared' || event.request !== answer;
      const before = isNext ? release() : [];
      answer = event.request;
      if (event.kind === 'called' && answer !== undefined) held.set(event.call, []);
      return [...before, event];
    },
    /** Returns the events that are still held back, because the answer is over. */
    release,
  };
}
