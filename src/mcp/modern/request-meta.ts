import { isJsonObject, type JsonObject } from '../../base/json/json-object.ts';
import { invalidParams, type ParamsIssue } from '../invalid-params.ts';
import { isLogLevel, type LogLevel } from '../log-levels.ts';
import { REQUEST_VERSIONS } from '../protocol-versions.ts';
import { RpcError } from '../rpc-error.ts';

/** Keys of `_meta` that MCP 2026-07-28 reserves ("Base Protocol", section "_meta"). */
export const META = {
  version: 'io.modelcontextprotocol/protocolVersion',
  client: 'io.modelcontextprotocol/clientInfo',
  capabilities: 'io.modelcontextprotocol/clientCapabilities',
  logLevel: 'io.modelcontextprotocol/logLevel',
  server: 'io.modelcontextprotocol/serverInfo',
  subscription: 'io.modelcontextprotocol/subscriptionId',
} as const;

/** Error codes of MCP 2026-07-28 ("Base Protocol", section "Error Codes"). */
export const MODERN_ERRORS = { headerMismatch: -32020, missingCapability: -32021, unsupportedVersion: -32022 } as const;

/** Request metadata: its version, and facts about the client. */
export interface RequestMeta {
  readonly version: string;
  readonly clientName: string | undefined;
  readonly capabilities: Readonly<Record<string, unknown>>;
  /** Min severity of log messages that the client wants while the request runs. Undefined: none. */
  readonly logLevel: LogLevel | undefined;
}

/** Returns the `_meta` that identifies the client of a request. */
export function ownMeta(client: { readonly clientInfo: object; readonly capabilities: JsonObject }): JsonObject {
  return {
    [META.version]: REQUEST_VERSIONS[0],
    [META.client]: client.clientInfo,
    [META.capabilities]: client.capabilities,
  };
}

/**
 * Reads the metadata of a request of MCP 2026-07-28. Undefined for a request of an earlier version, which has none.
 * Throws an `RpcError` for an unsupported version, and for missing or invalid fields.
 */
export function readRequestMeta(method: string, params: unknown): RequestMeta | undefined {
  const meta = metaOf(params);
  const version = meta[META.version];
  // Earlier versions do not have this method.
  if (version === undefined && method !== 'server/discover') return undefined;
  const issues: ParamsIssue[] = [];
  const check = (key: string, isValid: boolean, code = 'invalid_type'): void => {
    if (!isValid) issues.push({ path: `_meta.${key}`, code });
  };
  const { [META.client]: client, [META.capabilities]: capabilities, [META.logLevel]: logLevel } = meta;
  check(META.version, typeof version === 'string');
  check(META.client, client === undefined || (isJsonObject(client) && typeof client['name'] === 'string'));
  check(META.capabilities, isJsonObject(capabilities));
  check(META.logLevel, logLevel === undefined || isLogLevel(logLevel), 'invalid_value');
  if (typeof version === 'string' && !REQUEST_VERSIONS.includes(version)) throw unsupportedVersion(version);
  if (issues.length > 0) throw invalidParams(method, undefined, issues);
  return {
    version: version as string,
    clientName: (client as { readonly name: string } | undefined)?.name,
    capabilities: capabilities as JsonObject,
    logLevel: logLevel as LogLevel | undefined,
  };
}

/** Returns the version that a request names, even if it is invalid; undefined for earlier versions. */
export const versionOf = (params: unknown): unknown => metaOf(params)[META.version];

function unsupportedVersion(requested: string): RpcError {
  const data = { supported: REQUEST_VERSIONS, requested: requested.slice(0, 100) };
  return new RpcError(MODERN_ERRORS.unsupportedVersion, 'Unsupported protocol version', data);
}

/**
 * Removes request metadata, so that a server behind us gets params of an earlier version and learns nothing about our
 * client.
 */
export function withoutRequestMeta(params: unknown): unknown {
  if (!isJsonObject(params) || !isJsonObject(params['_meta'])) return params;
  const {
    [META.version]: _,
    [META.client]: __,
    [META.capabilities]: ___,
    [META.logLevel]: ____,
    ...rest
  } = params['_meta'];
  const { _meta, ...own } = params;
  return Object.keys(rest).length === 0 ? own : { ...own, _meta: rest };
}

function metaOf(params: unknown): JsonObject {
  return isJsonObject(params) && isJsonObject(params['_meta']) ? params['_meta'] : {};
}
