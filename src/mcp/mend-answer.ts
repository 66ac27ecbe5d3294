import { writeJson } from '../base/json/json-number.ts';
import { isJsonObject, type JsonObject } from '../base/json/json-object.ts';

/** JSON-RPC 2.0, section 5.1: the first code of errors that a server defines itself. */
const SERVER_ERROR = -32000;

/**
 * Returns the error answer that a message means whose error is not as JSON-RPC 2.0 demands it: an error that is null beside a
 * result, a text, an object without a whole number as its code or without a message, or an answer without `jsonrpc` and id.
 * Undefined if the message needs no change, or is no answer. Nothing that the error says is lost.
 */
export function mendAnswer(message: unknown, idOfRequest?: number): JsonObject | undefined {
  if (!isJsonObject(message) || !('error' in message) || 'method' in message) return undefined;
  const { jsonrpc, id = idOfRequest, error, result } = message;
  if (id === undefined || (jsonrpc !== '2.0' && (jsonrpc ?? null) !== null)) return undefined;
  const own = { jsonrpc: '2.0', id: id === null && idOfRequest !== undefined ? idOfRequest : id };
  if ((error ?? null) === null) return result === undefined ? undefined : { ...own, result };
  const isSound = isJsonObject(error) && Number.isInteger(error['code']) && typeof error['message'] === 'string';
  if (isSound && jsonrpc === '2.0' && message['id'] !== undefined) return undefined;
  return { ...own, error: isSound ? error : toError(error) };
}

function toError(given: unknown): JsonObject {
  if (!isJsonObject(given))
    return { code: SERVER_ERROR, message: typeof given === 'string' ? given : writeJson(given) };
  const { code, message, ...rest } = given;
  const isKnown = Number.isInteger(code);
  const words = typeof message === 'string' ? message : writeJson(message === undefined ? rest : message);
  const said = isKnown || code === undefined ? words : `${typeof code === 'string' ? code : writeJson(code)}: ${words}`;
  return { code: isKnown ? code : SERVER_ERROR, message: said, ...rest };
}
