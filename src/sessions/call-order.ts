import type { SessionEvent } from './session-event.ts';

/** Answers that are held for their calls; beyond it the oldest is let go as it is. */
const MAX_HELD = 64;

/**
 * Puts every answer after its call. Claude Code writes an answer as soon as it has it, which for calls made at once can be
 * before it writes the call.
 */
export interface CallOrder {
  /** Returns the events that can be told now. */
  add(event: SessionEvent): readonly SessionEvent[];
  /** Returns the answers whose calls never came. */
  end(): readonly SessionEvent[];
}

export function createCallOrder(): CallOrder {
  const pending = new Set<string>();
  const held = new Map<string, SessionEvent>();
  return {
    add(event) {
      if (event.kind === 'called') {
        const answer = held.get(event.call);
        if (answer === undefined) pending.add(event.call);
        else held.delete(event.call);
        return answer === undefined ? [event] : [event, answer];
      }
      if (event.kind !== 'gave' || pending.delete(event.call)) return [event];
      const oldest = held.size < MAX_HELD ? undefined : held.entries().next().value;
      if (oldest !== undefined) held.delete(oldest[0]);
      held.set(event.call, event);
      return oldest === undefined ? [] : [oldest[1]];
    },
    end() {
      const rest = [...held.values()];
      held.clear();
      return rest;
    },
  };
}
