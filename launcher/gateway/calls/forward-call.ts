import type { EventLog } from '../../events/event-log.ts';
import type { CallContext } from '../../server/call-context.ts';
import { METHOD } from '../../server/call-params.ts';
import { isRepeatable, type OfferedTool } from '../catalog/offered-tool.ts';
import type { ServerConnection } from '../connection/server-connection.ts';
import { toEventFault } from '../event-fault.ts';
import type { CheckedCall } from './check-call.ts';
import { toFailedCall } from './failed-call.ts';
import { type GatewayResult, toGatewayResult } from './gateway-result.ts';
import { textBytes } from './text-slots.ts';

export interface ForwardOptions {
  readonly offered: OfferedTool;
  readonly connection: ServerConnection;
  readonly context: CallContext;
  readonly log: EventLog;
  /** Milliseconds since any fixed point. */
  readonly now: () => number;
}

export type Forwarded =
  | { readonly ok: true; readonly answer: GatewayResult; readonly bytes: number }
  /** What the model is told of the failure, and what an event may tell. */
  | { readonly ok: false; readonly told: GatewayResult; readonly fault: object };

/**
 * Calls the tool at its server. Its own JSON-RPC errors are thrown as they are, and so is the signal's reason when
 * cancelled.
 */
export async function forwardCall({ forwarded, token }: CheckedCall, options: ForwardOptions): Promise<Forwarded> {
  const { offered, connection, context, log, now } = options;
  const { server, tool } = offered;
  const start = now();
  const facts = () => ({ server, tool: tool.name, duration_ms: Math.round(now() - start) });
  try {
    const received = await connection.request(METHOD, forwarded, {
      signal: context.signal,
      repeatable: isRepeatable(offered),
      onProgress: (progress) => {
        if (token === undefined || context.signal.aborted) return;
        context.notify('notifications/progress', { ...progress, progressToken: token });
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
  }
}

/** What a server says in an error of its own may be anything: its code alone is told. */
export function faultOf(error: unknown): object {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  return typeof code === 'string' && typeof message === 'string' ? toEventFault({ code, message }) : { code };
}
