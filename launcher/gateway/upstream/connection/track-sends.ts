import type { Timers } from '../../../platform/timers.ts';
import { within } from '../../../platform/within.ts';
import type { MCPConnectionError } from '../../config/server-errors.ts';
import type { SentHeaders, UpstreamTransport } from '../transport/upstream-transport.ts';
import { endsSession } from './session-faults.ts';

/** Max time to wait for other messages in flight after one could not be sent, in milliseconds. */
const OTHERS_MS = 250;

/** Messages being sent to a server. */
export interface TrackedSends {
  /** Rejects with an `MCPConnectionError` if the message could not be sent and a caller waits for its answer. */
  send(message: object, isAwaited: (id: number) => boolean, headers?: SentHeaders): Promise<undefined>;
  /** Returns why a request could not be sent, while that is being reported. */
  faultOf(id: number): MCPConnectionError | undefined;
}

/**
 * Sends messages concurrently. `onBroken` is called for each request that could not be sent, before its caller is
 * notified.
 */
export function trackSends(
  transport: Pick<UpstreamTransport, 'send'>,
  timers: Timers,
  onBroken: (fault: MCPConnectionError) => void,
): TrackedSends {
  const sending = new Set<Promise<void>>();
  const faults = new Map<number, MCPConnectionError>();
  return {
    async send(message, isAwaited, headers) {
      const { id, method } = message as { readonly id?: unknown; readonly method?: unknown };
      const sent = transport.send(message, headers);
      if (method === undefined || typeof id !== 'number') {
        await sent;
        return undefined;
      }
      sending.add(sent);
      try {
        await sent;
      } catch (error) {
        sending.delete(sent);
        const fault = error as MCPConnectionError;
        // No caller waits for this request: its outcome has been reported, or it was cancelled and its stream closed.
        if (!isAwaited(id)) return undefined;
        faults.set(id, fault);
        // Concurrent calls discover one after another that a session is gone. Each needs its own error to know whether
        // it may be repeated.
        if (endsSession(fault)) await within(OTHERS_MS, Promise.allSettled(sending), timers);
        onBroken(fault);
        faults.delete(id);
        throw fault;
      } finally {
        sending.delete(sent);
      }
      return undefined;
    },
    faultOf: (id) => faults.get(id),
  };
}
