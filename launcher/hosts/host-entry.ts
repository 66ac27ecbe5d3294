import { asJsonObject, type JsonObject } from '../../src/base/json/json-object.ts';

/** A server's entry in another host, with keys renamed to ours and unchanged values. */
export interface HostEntry {
  readonly command?: unknown;
  readonly args?: unknown;
  readonly env?: unknown;
  readonly cwd?: unknown;
  readonly url?: unknown;
  readonly headers?: unknown;
  readonly enabled?: unknown;
  /** `sse` if the host uses the older HTTP+SSE transport for it. */
  readonly type?: 'sse' | undefined;
  readonly timeout?: unknown;
  readonly connectTimeout?: unknown;
  readonly oauth?: JsonObject | undefined;
  readonly allowedTools?: unknown;
  readonly blockedTools?: unknown;
  /** Settings of the server that we do not support. */
  readonly notes: readonly string[];
}

/** Reads the keys that almost all hosts share, under each of their names. */
export function commonEntry(raw: JsonObject): HostEntry {
  const { command, args, env, cwd, headers, timeout, includeTools, excludeTools, disabledTools } = raw;
  const off = raw['disabled'] === true || raw['enabled'] === false;
  const enabled = off ? false : undefined;
  const type = raw['type'] === 'sse' ? 'sse' : undefined;
  return {
    ...{ command, args, env, cwd, headers, enabled, type, timeout },
    // Gemini CLI prefers `httpUrl` to `url`.
    url: raw['httpUrl'] ?? raw['serverUrl'] ?? raw['url'],
    allowedTools: includeTools,
    blockedTools: excludeTools ?? disabledTools,
    oauth: toOAuth(raw),
    notes: leftOut(raw),
  };
}

/** Names the settings that we do not take over. */
export function leftOut(raw: JsonObject): readonly string[] {
  const known = ['envFile', 'headersHelper'].filter((key) => raw[key] !== undefined);
  const inside = Object.keys(asJsonObject(raw['oauth'])).filter((key) => OAUTH_LEFT_OUT.has(key));
  return [...known, ...inside.map((key) => `oauth.${key}`)].map((key) => `${key} is not imported`);
}

/** OAuth settings that are discovered, or that are not ours to choose. */
const OAUTH_LEFT_OUT: ReadonlySet<string> = new Set([
  ...['authServerMetadataUrl', 'authorizationUrl', 'tokenUrl', 'redirectUri', 'audiences'],
]);

/** Reads a host's OAuth settings: `oauth`, or `auth` in Cursor. */
export function toOAuth(raw: JsonObject): JsonObject | undefined {
  const given = { ...asJsonObject(raw['auth']), ...asJsonObject(raw['oauth']) };
  const scopes = given['scopes'] ?? given['scope'];
  const all = {
    clientId: given['clientId'] ?? given['client_id'] ?? given['CLIENT_ID'],
    clientSecret: given['clientSecret'] ?? given['client_secret'] ?? given['CLIENT_SECRET'],
    scopes: typeof scopes === 'string' ? scopes.split(/[\s,]+/).filter((scope) => scope !== '') : scopes,
    clientMetadataUrl: given['clientMetadataUrl'],
    callbackPort: given['callbackPort'],
  };
  const told = Object.entries(all).filter(([, value]) => value !== undefined && value !== null);
  return told.length === 0 ? undefined : Object.fromEntries(told);
}
