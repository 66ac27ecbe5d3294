import type { Timers } from '../../process/timers.ts';
import type { MCPConnectionError } from '../errors.ts';
import type { SentHeaders, UpstreamTransport } from '../transport/upstream-transport.ts';
import { within } from '../transport/within.ts';
import { endsSession } from './session-faults.ts';

/** How long the fate of what is being sent is waited for once one message could not be, in milliseconds. */
const OTHERS_MS = 250;

/** Messages on their way to a server. */
export interface TrackedSends {
  /** Rejects with an `MCPConnectionError` if the message could not be sent, and somebody waits for an answer to it. */
  send(message: object, isAwaited: (id: number) => boolean, headers?: SentHeaders): Promise<undefined>;
  /** Why a request could not be sent, while that is being told. */
  faultOf(id: number): MCPConnectionError | undefined;
}

/** Sends messages side by side. `onBroken` is told of each request that could not be sent, before those who wait for it. */
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
        // Nobody waits for it: what became of it was told, or it was taken back and its stream cut.
        if (!isAwaited(id)) return undefined;
        faults.set(id, fault);
        // Calls side by side find a session gone one after the other, and each may be made again by its own fault alone.
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
