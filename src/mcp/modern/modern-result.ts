import { RPC } from '../json-rpc.ts';
import { REQUEST_VERSIONS } from '../protocol-versions.ts';
import { RpcError } from '../rpc-error.ts';
import type { ServerOffer } from '../server-offer.ts';
import { META } from './request-meta.ts';

/** How long a result may be cached, in milliseconds, and by whom. */
export interface CacheHints {
  readonly ttlMs: number;
  readonly cacheScope: 'private' | 'public';
}

/** For results that may change at any moment. */
const STALE: CacheHints = { ttlMs: 0, cacheScope: 'private' };
/** For results that stay the same while the server runs. */
export const STABLE: CacheHints = { ttlMs: 3_600_000, cacheScope: 'private' };

/** Methods whose results carry cache hints (MCP 2026-07-28, "Caching"). */
const CACHEABLE: ReadonlySet<string> = new Set([
  'server/discover',
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
]);

/** Methods of earlier versions that 2026-07-28 removed. */
const REMOVED = /^(?:initialize|ping|logging\/setLevel|resources\/(?:un)?subscribe|tasks\/.*)$/;

export const isModernMethod = (method: string): boolean => !REMOVED.test(method);

/** Converts a result of an earlier version to 2026-07-28; existing fields win. */
export function toModernResult(
  method: string,
  result: object,
  serverInfo: ServerOffer['serverInfo'],
  hints: CacheHints = STALE,
): object {
  const given = result as { readonly resultType?: unknown; readonly _meta?: object };
  const resultType = given.resultType ?? 'complete';
  const cached = CACHEABLE.has(method) && resultType === 'complete' ? hints : undefined;
  return { ...cached, ...result, resultType, _meta: { [META.server]: serverInfo, ...given._meta } };
}

/** The result of `server/discover`. */
export function discovered({ capabilities, instructions }: ServerOffer): object {
  return { supportedVersions: REQUEST_VERSIONS, capabilities, ...(instructions !== '' && { instructions }) };
}

/** Earlier versions' code for a missing resource. */
const RESOURCE_NOT_FOUND = -32002;

/** Converts an error of an earlier version to 2026-07-28. */
export function toModernError(error: RpcError): RpcError {
  return error.code === RESOURCE_NOT_FOUND ? new RpcError(RPC.invalidParams, error.message, error.data) : error;
}
