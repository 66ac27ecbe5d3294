import { asJsonObject, type JsonObject } from '../../../src/base/json/json-object.ts';
import { commonEntry, type HostEntry, toOAuth } from '../host-entry.ts';

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
