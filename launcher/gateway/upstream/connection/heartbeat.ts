import { RpcError } from '../../../../src/mcp/rpc-error.ts';
import type { Timers } from '../../../platform/timers.ts';
import { MCPConnectionError, MCPToolError } from '../../config/server-errors.ts';
import type { UpstreamSession } from './upstream-session.ts';

/** Silence after which a server is pinged, and max time to wait for its answer, in milliseconds. */
const HEARTBEAT = { silenceMs: 30_000, answerMs: 10_000 } as const;

export type Heartbeat = ReturnType<typeof startHeartbeat>;

/**
 * Pings a silent server, and gives the session up as lost if it does not answer. A server that handles a request may be
 * busy with it: then a ping without an answer is only reported, and the request has its own timeout.
 */
export function startHeartbeat(
  server: string,
  session: () => UpstreamSession | undefined,
  timeoutMs: number,
  timers: Timers,
) {
  const answerMs = Math.min(timeoutMs, HEARTBEAT.answerMs);
  let last = timers.now();
  /** The session that has answered a ping. */
  let answered: UpstreamSession | undefined;
  let stopped = false;
  let isSilent = false;
  let cancel = (): void => {};

  const wait = (ms: number): void => {
    if (!stopped) cancel = timers.after(ms, look);
  };
  const look = (): void => {
    const current = session();
    const silence = timers.now() - last;
    if (current === undefined) wait(HEARTBEAT.silenceMs);
    else if (silence < HEARTBEAT.silenceMs) wait(Math.ceil(HEARTBEAT.silenceMs - silence));
    else void ping(current).then(() => wait(HEARTBEAT.silenceMs));
  };
  const ping = async (current: UpstreamSession): Promise<void> => {
    const isBusy = current.waiting > 0;
    try {
      await current.request('ping', undefined, { timeoutMs: answerMs, maxMs: answerMs });
      answered = current;
    } catch (error) {
      if (stopped) return;
      // The session detects other failures by itself.
      if (error instanceof MCPConnectionError && error.code === 'unauthorized') current.lose(error);
      if (error instanceof MCPToolError && error.code === 'timeout') {
        isSilent = isBusy || current.waiting > 0;
        if (!isSilent) current.lose(silentFault(server, `it did not answer a ping within ${answerMs} ms`));
      }
      // Some servers do not support pings. If a server that answered pings refuses one, it has forgotten the session. A
      // server in its own process cannot forget it.
      const isError = error instanceof RpcError || (error instanceof MCPConnectionError && error.code === 'http_error');
      if (isError && answered === current && current.transport !== 'stdio')
        current.lose(silentFault(server, 'it answers a ping with an error now'));
    }
  };

  wait(HEARTBEAT.silenceMs);
  return {
    /** Call when something arrives from the server. */
    touch(): void {
      last = timers.now();
      isSilent = false;
    },
    /** True while a server that handles a request leaves a ping unanswered. */
    get isSilent(): boolean {
      return isSilent;
    },
    stop(): void {
      stopped = true;
      cancel();
    },
  };
}

function silentFault(server: string, why: string): MCPConnectionError {
  const message = `lost the connection to server ${JSON.stringify(server)}: ${why}`;
  return new MCPConnectionError('closed', message, { server, sent: true });
}
