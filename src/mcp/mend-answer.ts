import { writeJson } from '../base/json/json-number.ts';
import { isJsonObject, type JsonObject } from '../base/json/json-object.ts';

/** JSON-RPC 2.0, section 5.1: the first code of errors that a server defines itself. */
const SERVER_ERROR = -32000;

/**
 * Repairs an error answer that violates JSON-RPC 2.0. An error that is a text, or an object without an integer code or
 * a message, becomes a valid one. A null error next to a result is removed. Missing `jsonrpc` and `id` are added.
 * Undefined if the message needs no change, or is not such an answer. Everything that the error says is kept.
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
