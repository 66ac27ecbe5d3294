import type { SessionEvent } from '../../src/transcripts/session-event.ts';

/** Max answers held for their calls, and their UTF-16 units. Beyond that, the oldest are released as they are. */
const MAX_HELD = 64;
const MAX_HELD_CHARS = 4_000_000;
/** Max calls tracked as unanswered. Some never get an answer. */
const MAX_PENDING = 4096;

/**
 * Puts every answer after its call. Claude Code writes an answer as soon as it arrives. With parallel calls, that can
 * be before it writes the call.
 */
export interface CallOrder {
  /** Returns the events that can be released now. */
  add(event: SessionEvent): readonly SessionEvent[];
  /** Returns the answers whose calls never came. */
  end(): readonly SessionEvent[];
}

export function createCallOrder(): CallOrder {
  // Some logs have all ids redacted, so that parallel calls share one.
  const pending = new Map<string, number>();
  let held: (SessionEvent & { readonly kind: 'gave' })[] = [];
  const count = (call: string, more: number): void => {
    const calls = (pending.get(call) ?? 0) + more;
    if (calls > 0) pending.set(call, calls);
    else pending.delete(call);
    const [oldest] = pending.size > MAX_PENDING ? pending.keys() : [];
    if (oldest !== undefined) pending.delete(oldest);
  };
  const release = (): readonly SessionEvent[] => {
    let from = held.length;
    for (let chars = 0; from > 0 && held.length - from < MAX_HELD; from--) {
      chars += held[from - 1]?.text.length ?? 0;
      if (chars > MAX_HELD_CHARS) break;
    }
    return held.splice(0, from);
  };
  return {
    add(event) {
      if (event.kind === 'called') {
        const at = held.findIndex(({ call }) => call === event.call);
        if (at >= 0) return [event, ...held.splice(at, 1)];
        count(event.call, 1);
        return [event];
      }
      if (event.kind !== 'gave') return [event];
      if (pending.has(event.call)) {
        count(event.call, -1);
        return [event];
      }
      held.push(event);
      return release();
    },
    end() {
      const rest = held;
      held = [];
      return rest;
    },
  };
}
