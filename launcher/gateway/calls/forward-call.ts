import type { EventLog } from '../../../src/base/events/event-log.ts';
import type { JsonObject } from '../../../src/base/json/json-object.ts';
import type { AnyToolResult } from '../../../src/fit/result/any-tool-result.ts';
import { textBytes } from '../../../src/fit/result/text-slots.ts';
import type { CallContext } from '../../../src/mcp/calls/call-context.ts';
import { METHOD } from '../../../src/mcp/calls/call-params.ts';
import type { Timers } from '../../platform/timers.ts';
import { isRepeatable, type OfferedTool } from '../catalog/offered-tool.ts';
import { toEventFault } from '../event-fault.ts';
import type { ServerConnection } from '../upstream/connection/server-connection.ts';
import type { CheckedCall } from './check-call.ts';
import { toFailedCall } from './failed-call.ts';
import { toGatewayResult } from './gateway-result.ts';
import { watchWaiting } from './watch-waiting.ts';

export interface ForwardOptions {
  readonly offered: OfferedTool;
  readonly connection: ServerConnection;
  readonly context: CallContext;
  readonly log: EventLog;
  readonly timers: Timers;
  /** Sends a log message to the client. */
  readonly say: (text: string) => void;
  /** Milliseconds since any fixed time. */
  readonly now: () => number;
}

export type Forwarded =
  | { readonly ok: true; readonly answer: AnyToolResult; readonly bytes: number }
  /** `told` is the result for the model, `fault` the part that an event may contain. */
  | { readonly ok: false; readonly told: AnyToolResult; readonly fault: object };

/**
 * Calls the tool on its server. Throws the server's own JSON-RPC errors unchanged, and the signal's reason when
 * cancelled.
 */
export async function forwardCall({ forwarded, token }: CheckedCall, options: ForwardOptions): Promise<Forwarded> {
  const { offered, connection, context, log, timers, say, now } = options;
  const { server, tool } = offered;
  const start = now();
  const facts = () => ({ server, tool: tool.name, duration_ms: Math.round(now() - start) });
  const onProgress = (progress: JsonObject): void => {
    if (token === undefined || context.signal.aborted) return;
    context.notify('notifications/progress', { ...progress, progressToken: token });
  };
  const waiting = watchWaiting({
    ...{ server, tool: tool.name, timers, log, say },
    isSilent: () => connection.isSilent,
    onProgress,
  });
  try {
    const received = await connection.request(METHOD, forwarded, {
      signal: context.signal,
      repeatable: isRepeatable(offered),
      onProgress: (progress) => {
        waiting.progressed(progress);
        onProgress(progress);
      },
    });
    const answer = toGatewayResult(server, tool.name, received);
    const bytes = textBytes(answer.content);
    log('info', 'gateway.call_ok', { ...facts(), bytes, is_error: answer.isError === true });
    return { ok: true, answer, bytes };
  } catch (error) {
    if (context.signal.aborted) throw error;
    const fault = faultOf(error);
    log('warn', 'gateway.call_failed', { ...facts(), ...fault });
    return { ok: false, told: toFailedCall(offered, error), fault };
  } finally {
    waiting.stop();
  }
}

/** Converts an error for an event. A server's own error message may be anything, so only its code is kept. */
export function faultOf(error: unknown): object {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  return typeof code === 'string' && typeof message === 'string' ? toEventFault({ code, message }) : { code };
}
