import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { MODERN_ERRORS } from '../../../src/mcp/modern/request-meta.ts';
import { isJsonObject } from '../connection/is-json-object.ts';

/** Characters of a server's own words that a message takes. */
const MAX_CHARACTERS = 300;
/** The form of the SDK's error messages that hold the body of an error status. */
const TOLD = /^(?:Streamable HTTP error: )?Error POSTing to endpoint(?: \(HTTP \d{3}\))?: ([\s\S]*)$/;

/** Returns the body that a server sent with an error status, or an empty text if the SDK's error has none. */
export function errorBodyOf(error: unknown): string {
  const text = TOLD.exec(error instanceof Error ? error.message : '')?.[1] ?? '';
  return text === 'null' ? '' : text;
}

/** The words of an error body that a person reads: the message of a JSON-RPC error, or the text itself, bounded. */
export function wordsOf(body: string, redact: (text: string) => string): string {
  const error = parsed(body)?.['error'];
  const message = isJsonObject(error) && typeof error['message'] === 'string' ? error['message'] : body;
  const words = redact(message)
    .replace(/<(style|script)\b[\s\S]*?<\/\1>|<[^>]{0,1000}>/gi, ' ')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return words.length > MAX_CHARACTERS ? `${words.slice(0, MAX_CHARACTERS)}…` : words;
}

const MODERN_CODES: ReadonlySet<unknown> = new Set(Object.values(MODERN_ERRORS));

/**
 * The server's JSON-RPC error for this very request: some send it with a status of its own. A server that looked at the
 * headers alone knows no id; of other such errors the status says more.
 */
export function errorAnswerTo(message: JSONRPCMessage, body: string): JSONRPCMessage | undefined {
  if (!('method' in message && 'id' in message)) return undefined;
  const { jsonrpc, id, error } = parsed(body) ?? {};
  if (jsonrpc !== '2.0' || !isJsonObject(error) || typeof error['code'] !== 'number') return undefined;
  const isOwn = id === message.id || (id === null && MODERN_CODES.has(error['code']));
  return isOwn ? ({ jsonrpc, id: message.id, error } as unknown as JSONRPCMessage) : undefined;
}

function parsed(body: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
