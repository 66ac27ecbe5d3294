import { isJsonObject } from '../../../../src/base/json/json-object.ts';
import { RPC } from '../../../../src/mcp/json-rpc.ts';
import type { Timers } from '../../../platform/timers.ts';
import { within } from '../../../platform/within.ts';
import { errorWordsOf } from './error-body.ts';
import type { HttpExchange } from './http-exchange.ts';
import { HttpRefusal } from './http-requests.ts';

/** Max time for a server to say whether it knows the session, in milliseconds. */
const ASK_MS = 5000;
/** Max UTF-16 units of an error message to search. */
const MAX_CHARACTERS = 300;
const SESSION = /\bsession(?:[ _-]?id)?\b/.source;
const GONE =
  /\b(?:not found|unknown|invalid|expired|terminated|closed|ended|gone|missing|required|no longer|(?:does not|doesn't|not) (?:exist|active|valid|initialized|recognized))\b/
    .source;
/**
 * Phrases by which servers say that they do not know the session: "Session not found", "No valid session ID provided".
 */
const SAYS_SO = new RegExp(
  `${SESSION}[^.]{0,60}${GONE}|\\b(?:no|not|unknown|invalid|missing|expired|bad)\\b[^.]{0,30}${SESSION}|not initialized`,
  'i',
);
/** HTTP statuses that prove it, and statuses that count only with such a phrase. */
const CERTAIN: ReadonlySet<number | undefined> = new Set([404, 410]);
const SAID: ReadonlySet<number | undefined> = new Set([400, 401, 403]);
/** JSON-RPC error codes that servers use for it. Other codes are errors of tools. */
const CODES: ReadonlySet<unknown> = new Set([-32000, -32001, RPC.invalidRequest]);

/** True if a JSON-RPC error means that the server has forgotten the session. */
export function saysSessionGone(error: unknown): boolean {
  if (!isJsonObject(error) || !CODES.has(error['code'])) return false;
  const { message } = error;
  return typeof message === 'string' && SAYS_SO.test(message.slice(0, MAX_CHARACTERS));
}

/**
 * True if a refused message means that the server has forgotten the session. MCP requires 404, but many servers answer
 * with another status and an explanation. If the explanation of a 400 is ambiguous, the server is pinged. If it refuses
 * the ping too, it has forgotten the session. A message that is invalid by itself must not end the session.
 */
export async function isSessionGone(error: unknown, session: HttpExchange, timers: Timers): Promise<boolean> {
  if (!(error instanceof HttpRefusal)) return false;
  const { status, body } = error;
  if (CERTAIN.has(status)) return true;
  if (!SAID.has(status)) return false;
  if (SAYS_SO.test(errorWordsOf(body, (text) => text))) return true;
  if (status !== 400) return false;
  let refused = false;
  const ping = session.send({ message: { jsonrpc: '2.0', id: 'session', method: 'ping' } }).catch((again: unknown) => {
    refused = again instanceof HttpRefusal && [400, 404].includes(again.status);
  });
  await within(ASK_MS, ping, timers);
  return refused;
}
