import type { ConnectionState } from './server-connection.ts';

/**
 * Allowed transitions of each state. `connecting` is an attempt in progress, `reconnecting` the wait for the next one.
 */
const NEXT: Readonly<Record<ConnectionState, readonly ConnectionState[]>> = {
  disconnected: ['connecting'],
  connecting: ['connected', 'reconnecting', 'disconnected', 'failed'],
  connected: ['reconnecting', 'disconnected', 'failed'],
  reconnecting: ['connecting', 'disconnected'],
  failed: ['connecting', 'disconnected'],
  disabled: [],
};

export type ConnectionLife = ReturnType<typeof startConnectionLife>;

export function startConnectionLife(first: ConnectionState, onChange: () => void) {
  let state: ConnectionState = first;
  return {
    get state(): ConnectionState {
      return state;
    },
    /** Throws if the table has no such transition, which is an internal error. */
    enter(next: ConnectionState): void {
      if (!NEXT[state].includes(next)) throw new Error(`cannot go from ${state} to ${next}`);
      state = next;
      onChange();
    },
  };
}
