import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { Timers } from '../../process/timers.ts';
import { errorBodyOf } from './error-body.ts';
import { statusOf } from './to-http-fault.ts';
import { within } from './within.ts';

/** Milliseconds that a server may take to say if it knows the session. */
const ASK_MS = 5000;
/** Words of servers that answer 400 to an unknown session. */
const SAYS_SO = /session|not initialized/i;

/**
 * True if a refused message means that the server has forgotten the session: MCP says 404, many servers say 400. Where
 * their words leave it open they are pinged: a server that refuses that as well knows us no more, and a message that is
 * wrong by itself must not cost the session.
 */
export async function isSessionGone(error: unknown, transport: Transport, timers: Timers): Promise<boolean> {
  const status = statusOf(error);
  if (status === 404) return true;
  if (status !== 400) return false;
  if (SAYS_SO.test(errorBodyOf(error))) return true;
  let refused = false;
  const ping = transport.send({ jsonrpc: '2.0', id: 'session', method: 'ping' }).catch((again: unknown) => {
    refused = [400, 404].includes(statusOf(again) ?? 0);
  });
  await within(ASK_MS, ping, timers);
  return refused;
}
