import { invalidParams } from '../invalid-params.ts';
import { REQUEST_VERSIONS } from '../protocol-versions.ts';
import { RpcError } from '../rpc-error.ts';
import { META, MODERN_ERRORS, type RequestMeta, readRequestMeta, versionOf } from './request-meta.ts';

/** Field of a method's params that `Mcp-Name` repeats. */
const NAMED_BY: Readonly<Record<string, 'name' | 'uri'>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
};

export type Header = (name: string) => string | undefined;

/**
 * Reads the metadata of an HTTP request, as `readRequestMeta` does. Also throws an `RpcError` (`HeaderMismatch`) if a
 * header is missing or contradicts the body, because proxies have relied on the headers (MCP 2026-07-28, "Streamable
 * HTTP", section "Server Validation").
 */
export function readHeadedRequest(header: Header, method: string, params: unknown): RequestMeta | undefined {
  const version = versionOf(params);
  const asked = versionHeader(header('MCP-Protocol-Version'));
  if (typeof version === 'string') check('MCP-Protocol-Version', version, asked);
  const meta = readRequestMeta(method, params);
  if (meta !== undefined) checkNames(header, method, params);
  else if (asked !== undefined && REQUEST_VERSIONS.includes(asked)) {
    throw invalidParams(method, undefined, [{ path: `_meta.${META.version}`, code: 'invalid_type' }]);
  }
  return meta;
}

/**
 * Returns the value of `MCP-Protocol-Version`. A header that was sent more than once arrives as a list: equal values count
 * as one, others stay as they are.
 */
export function versionHeader(value: string | undefined): string | undefined {
  const values = new Set(value?.split(',').map((one) => one.trim()));
  const [only] = values;
  return values.size === 1 ? only : value;
}

/** Encodes a header value: plain ASCII unchanged, anything else as Base64 of its UTF-8 ("Value Encoding"). */
export function encodedHeader(value: string): string {
  if (/^[!-~](?:[\t -~]*[!-~])?$/.test(value) && !ENCODED.test(value)) return value;
  const bytes = new TextEncoder().encode(value);
  return `=?base64?${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}?=`;
}

/** Value of `Mcp-Name`. Undefined if the method has no name, or the params lack it; the method reports that. */
function nameIn(method: string, params: unknown): string | undefined {
  const field = Object.hasOwn(NAMED_BY, method) ? NAMED_BY[method] : undefined;
  const named = field && (params as Readonly<Record<string, unknown>> | undefined)?.[field];
  return typeof named === 'string' ? named : undefined;
}

/** Returns the headers by which a request of ours names its method, and since MCP 2026-07-28 its version and name. */
export function requestHeaders(message: object): Readonly<Record<string, string>> {
  const { method, params } = message as { readonly method?: string; readonly params?: unknown };
  if (method === undefined) return {};
  const version = versionOf(params);
  if (typeof version !== 'string') return { 'mcp-method': method };
  const name = nameIn(method, params);
  return {
    'mcp-method': method,
    'mcp-protocol-version': version,
    ...(name !== undefined && { 'mcp-name': encodedHeader(name) }),
  };
}

function checkNames(header: Header, method: string, params: unknown): void {
  check('Mcp-Method', method, header('Mcp-Method'));
  const named = nameIn(method, params);
  if (named !== undefined) check('Mcp-Name', named, decodedHeader(header('Mcp-Name')));
}

function check(name: string, expected: string, given: string | undefined): void {
  if (given === undefined) throw mismatch(`the header ${name} is missing, expected ${shown(expected)}`);
  if (given !== expected)
    throw mismatch(`the header ${name} is ${shown(given)}, expected ${shown(expected)} as in the body`);
}

const mismatch = (what: string): RpcError => new RpcError(MODERN_ERRORS.headerMismatch, `Header mismatch: ${what}`);

const shown = (value: string): string => JSON.stringify(value.slice(0, 200));

const ENCODED = /^=\?base64\?(.*)\?=$/s;

/** Decodes a header value, which is Base64 of its UTF-8 if it is not plain ASCII ("Value Encoding"). */
function decodedHeader(value: string | undefined): string | undefined {
  const encoded = value === undefined ? undefined : ENCODED.exec(value)?.[1];
  if (encoded === undefined) return value;
  try {
    const bytes = Uint8Array.from(atob(encoded), (unit) => unit.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw mismatch(`the header Mcp-Name is ${shown(String(value))}, expected Base64 of UTF-8`);
  }
}
