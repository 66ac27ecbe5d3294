import type { Timers } from '../../process/timers.ts';
import { MCPConnectionError, MCPToolError } from '../errors.ts';
import type { UpstreamSession } from './upstream-session.ts';

/** Silence after which a server is asked whether it is there, and the longest wait for its answer, in milliseconds. */
export const HEARTBEAT = { silenceMs: 30_000, answerMs: 10_000 } as const;

export interface Heartbeat {
  /** Something came from the server. */
  touch(): void;
  stop(): void;
}

/**
 * Gives a session up as lost where a ping is not answered. None is sent while a request is under way: a server that can
 * do one thing at a time is busy with it, and the request has a time of its own.
 */
export function startHeartbeat(
  server: string,
  session: () => UpstreamSession | undefined,
  timeoutMs: number,
  timers: Timers,
): Heartbeat {
  const answerMs = Math.min(timeoutMs, HEARTBEAT.answerMs);
  let last = timers.now();
  let stopped = false;
  let cancel = (): void => {};

  const wait = (ms: number): void => {
    if (!stopped) cancel = timers.after(ms, look);
  };
  const look = (): void => {
    const current = session();
    const silence = timers.now() - last;
    if (current === undefined || current.waiting > 0) wait(HEARTBEAT.silenceMs);
    else if (silence < HEARTBEAT.silenceMs) wait(Math.ceil(HEARTBEAT.silenceMs - silence));
    else void ping(current).then(() => wait(HEARTBEAT.silenceMs));
  };
  const ping = async (current: UpstreamSession): Promise<void> => {
    try {
      await current.request('ping', undefined, { timeoutMs: answerMs, maxMs: answerMs });
    } catch (error) {
      if (stopped) return;
      // Any answer is one, an error too: it lives. What else breaks, the session has found out by itself.
      if (error instanceof MCPConnectionError && error.code === 'unauthorized') current.lose(error);
      if (error instanceof MCPToolError && error.code === 'timeout') current.lose(silentFault(server, answerMs));
    }
  };

  wait(HEARTBEAT.silenceMs);
  return {
    touch() {
      last = timers.now();
    },
    stop() {
      stopped = true;
      cancel();
    },
  };
}

function silentFault(server: string, answerMs: number): MCPConnectionError {
  const message = `lost the connection to server ${JSON.stringify(server)}: it did not answer a ping within ${answerMs} ms`;
  return new MCPConnectionError('closed', message, { server, sent: true });
}
