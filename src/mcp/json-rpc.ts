/** JSON-RPC 2.0 messages as MCP uses them: objects, with ids that are never null. */

import { JsonNumber } from '../base/json/json-number.ts';

export type RequestId = string | number | JsonNumber;

export type Message =
  | { readonly kind: 'request'; readonly id: RequestId; readonly method: string; readonly params: unknown }
  | { readonly kind: 'notification'; readonly method: string; readonly params: unknown }
  /** `error` is present for an error answer, whatever its value. */
  | { readonly kind: 'response'; readonly id: RequestId; readonly result?: unknown; readonly error?: unknown }
  | { readonly kind: 'invalid'; readonly id: RequestId | null };

/** Codes of the JSON-RPC 2.0 specification, section 5.1. */
export const RPC = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
} as const;

/** Classifies a decoded value. `params` of any type pass, because the method validates them itself. */
export function classifyMessage(value: unknown): Message {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { kind: 'invalid', id: null };
  const { jsonrpc, id, method, params, result, error } = value as Record<string, unknown>;
  const known = isRequestId(id) ? id : null;
  if (jsonrpc !== '2.0') return { kind: 'invalid', id: known };
  if (typeof method === 'string') {
    if (id === undefined) return { kind: 'notification', method, params };
    return known === null ? { kind: 'invalid', id: null } : { kind: 'request', id: known, method, params };
  }
  if (method !== undefined || known === null) return { kind: 'invalid', id: known };
  if ('error' in value) return { kind: 'response', id: known, error: error ?? {} };
  return 'result' in value ? { kind: 'response', id: known, result } : { kind: 'invalid', id: known };
}

/** Turns a request id into a map key: `7` and `"7"` are two requests. Any other value gets a key that no id has. */
export function keyOf(id: unknown): string {
  if (typeof id === 'string') return JSON.stringify(id);
  return isRequestId(id) ? String(id) : '';
}

/**
 * Converts an id or token that we assigned to a number, because some peers send it back as a string. `NaN` for any
 * other value; an object may not be convertible to a number at all.
 */
export const ownNumberOf = (id: unknown): number => (isRequestId(id) ? Number(id) : Number.NaN);

function isRequestId(id: unknown): id is RequestId {
  return typeof id === 'string' || (typeof id === 'number' && Number.isFinite(id)) || id instanceof JsonNumber;
}
