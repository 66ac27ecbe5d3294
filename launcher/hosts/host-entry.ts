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

/** Reads the keys that almost all hosts share. */
export function commonEntry(raw: JsonObject): HostEntry {
  const { command, args, env, cwd, url, headers, timeout } = raw;
  const off = raw['disabled'] === true || raw['enabled'] === false;
  const enabled = off ? false : undefined;
  const type = raw['type'] === 'sse' ? 'sse' : undefined;
  return { command, args, env, cwd, url, headers, enabled, type, timeout, oauth: toOAuth(raw), notes: leftOut(raw) };
}

function leftOut(raw: JsonObject): readonly string[] {
  const known = ['envFile', 'headersHelper'].filter((key) => raw[key] !== undefined);
  const inside = Object.keys(asJsonObject(raw['oauth'])).filter((key) => OAUTH_LEFT_OUT.has(key));
  return [...known, ...inside.map((key) => `oauth.${key}`)].map((key) => `${key} is not taken over`);
}

/** OAuth settings that are discovered, or that are not ours to choose. */
const OAUTH_LEFT_OUT: ReadonlySet<string> = new Set([
  ...['authServerMetadataUrl', 'authorizationUrl', 'tokenUrl', 'redirectUri', 'audiences'],
]);

/** Reads a host's OAuth settings: `oauth`, or `auth` in Cursor. */
function toOAuth(raw: JsonObject): JsonObject | undefined {
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

/** Reads a server of Gemini CLI: `httpUrl`, and lists of tools by name. */
export function geminiEntry(raw: JsonObject): HostEntry {
  const { httpUrl, includeTools, excludeTools } = raw;
  const common = commonEntry(raw);
  return { ...common, url: httpUrl ?? common.url, allowedTools: includeTools, blockedTools: excludeTools };
}

/** Reads a server of opencode, which has one list for the program and its arguments. */
export function opencodeEntry(raw: JsonObject): HostEntry {
  const { command, environment, cwd, url, headers, enabled, timeout } = raw;
  const [program, ...args] = Array.isArray(command) ? command : [command];
  const off = enabled === false ? false : undefined;
  const ways = { command: program, args, env: environment, cwd, url, headers };
  // opencode's `timeout` is the time until the tools are listed.
  return { ...ways, enabled: off, connectTimeout: timeout, oauth: toOAuth(raw), notes: leftOut(raw) };
}

/**
 * Reads a server of Codex, which names variables and counts seconds. Its texts are literal; `codexReferences` adds
 * references.
 */
export function codexEntry(raw: JsonObject): HostEntry {
  const common = commonEntry(raw);
  const { http_headers, tool_timeout_sec, startup_timeout_sec, startup_timeout_ms, enabled_tools, disabled_tools } =
    raw;
  const oauth = toOAuth({ oauth: { scopes: raw['scopes'], ...asJsonObject(raw['oauth']) } });
  return {
    ...common,
    headers: http_headers,
    timeout: toMs(tool_timeout_sec),
    connectTimeout: toMs(startup_timeout_sec) ?? startup_timeout_ms,
    oauth,
    allowedTools: enabled_tools,
    blockedTools: disabled_tools,
  };
}

const toMs = (seconds: unknown): number | undefined =>
  typeof seconds === 'number' ? Math.round(seconds * 1000) : undefined;

/** Returns the values that Codex takes from the environment, as references in our syntax. */
export function codexReferences(raw: JsonObject): { readonly env: JsonObject; readonly headers: JsonObject } {
  const { env_vars, env_http_headers, bearer_token_env_var: bearer } = raw;
  const names = Array.isArray(env_vars) ? env_vars.filter((name) => typeof name === 'string') : [];
  const headers = Object.entries(asJsonObject(env_http_headers)).map(([name, variable]) => [
    name,
    `\${${String(variable)}}`,
  ]);
  const token = typeof bearer === 'string' ? [['Authorization', `Bearer \${${bearer}}`]] : [];
  return {
    env: Object.fromEntries(names.map((name) => [name, `\${${name}}`])),
    headers: Object.fromEntries([...headers, ...token]),
  };
}
