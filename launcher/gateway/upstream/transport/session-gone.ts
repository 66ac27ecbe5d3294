import type { Transport } from '@modelcontextprotocol/client';
import type { Timers } from '../../../platform/timers.ts';
import { within } from '../../../platform/within.ts';
import { answerIn } from './error-body.ts';

/** Max time for a server to say whether it knows the session, in milliseconds. */
const ASK_MS = 5000;
/** Words of servers that answer 400 to an unknown session. */
const SAYS_SO = /session|not initialized/i;

/**
 * True if a refused message means that the server has forgotten the session. MCP requires 404, but many servers answer
 * 400. If their words are ambiguous, they are pinged: a server that refuses a ping too has forgotten us. A message that
 * is invalid by itself must not end the session.
 */
export async function isSessionGone(error: unknown, transport: Transport, timers: Timers): Promise<boolean> {
  const { status, body } = answerIn(error);
  if (status === 404) return true;
  if (status !== 400) return false;
  if (SAYS_SO.test(body)) return true;
  let refused = false;
  const ping = transport.send({ jsonrpc: '2.0', id: 'session', method: 'ping' }).catch((again: unknown) => {
    refused = [400, 404].includes(answerIn(again).status ?? 0);
  });
  await within(ASK_MS, ping, timers);
  return refused;
}
