import { isJsonObject } from '../../../../src/base/json/json-object.ts';
import { MODERN_ERRORS } from '../../../../src/mcp/modern/request-meta.ts';

/** Max characters of a server's own words in a message. */
const MAX_CHARACTERS = 300;

/**
 * Returns the readable part of an error body, bounded in length: the message of a JSON-RPC error, or the text itself.
 */
export function errorWordsOf(body: string, redact: (text: string) => string): string {
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
 * Returns the server's JSON-RPC error for this exact request, because some servers send it with an HTTP error status. A
 * server that only checked the headers does not know the id. For other errors, the status says more.
 */
export function errorAnswerTo(message: object, body: string): object | undefined {
  if (!('method' in message && 'id' in message)) return undefined;
  const { jsonrpc, id, error } = parsed(body) ?? {};
  if (jsonrpc !== '2.0' || !isJsonObject(error) || typeof error['code'] !== 'number') return undefined;
  const isOwn = id === message.id || (id === null && MODERN_CODES.has(error['code']));
  return isOwn ? { jsonrpc, id: message.id, error } : undefined;
}

function parsed(body: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
