/** A value of another program's file, of which nothing is known. */
export type Foreign = Readonly<Record<string, unknown>>;

/** A server as another host has it, its keys named as ours; values as they stood. */
export interface ForeignEntry {
  readonly command?: unknown;
  readonly args?: unknown;
  readonly env?: unknown;
  readonly cwd?: unknown;
  readonly url?: unknown;
  readonly headers?: unknown;
  readonly enabled?: unknown;
  readonly timeout?: unknown;
  readonly allowedTools?: unknown;
  readonly blockedTools?: unknown;
  /** What the server has there and cannot have here. */
  readonly notes: readonly string[];
}

export function isForeign(value: unknown): value is Foreign {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export const foreign = (value: unknown): Foreign => (isForeign(value) ? value : {});

/** The keys that nearly every host has. */
export function commonEntry(raw: Foreign): ForeignEntry {
  const { command, args, env, cwd, url, headers } = raw;
  const off = raw['disabled'] === true || raw['enabled'] === false;
  return { command, args, env, cwd, url, headers, enabled: off ? false : undefined, notes: leftOut(raw) };
}

function leftOut(raw: Foreign): readonly string[] {
  const known = ['envFile', 'headersHelper'].filter((key) => raw[key] !== undefined);
  return known.map((key) => `${key} is not taken over`);
}

/** `httpUrl`, and lists of tools by name. */
export function geminiEntry(raw: Foreign): ForeignEntry {
  const { httpUrl, timeout, includeTools, excludeTools } = raw;
  const common = commonEntry(raw);
  return { ...common, url: httpUrl ?? common.url, timeout, allowedTools: includeTools, blockedTools: excludeTools };
}

/** One list for the program and its arguments. */
export function opencodeEntry(raw: Foreign): ForeignEntry {
  const { command, environment, cwd, url, headers, enabled } = raw;
  const [program, ...args] = Array.isArray(command) ? command : [command];
  const off = enabled === false ? false : undefined;
  return { command: program, args, env: environment, cwd, url, headers, enabled: off, notes: [] };
}

/** Variables stand by their names, seconds for milliseconds. Texts are literal, so references are made afterwards. */
export function codexEntry(raw: Foreign): ForeignEntry {
  const common = commonEntry(raw);
  const { http_headers, tool_timeout_sec, enabled_tools, disabled_tools } = raw;
  return {
    ...common,
    headers: http_headers,
    timeout: typeof tool_timeout_sec === 'number' ? Math.round(tool_timeout_sec * 1000) : undefined,
    allowedTools: enabled_tools,
    blockedTools: disabled_tools,
  };
}

/** What Codex takes from the environment, as references of ours. */
export function codexReferences(raw: Foreign): { readonly env: Foreign; readonly headers: Foreign } {
  const { env_vars, env_http_headers, bearer_token_env_var: bearer } = raw;
  const names = Array.isArray(env_vars) ? env_vars.filter((name) => typeof name === 'string') : [];
  const headers = Object.entries(foreign(env_http_headers)).map(([name, variable]) => [
    name,
    `\${${String(variable)}}`,
  ]);
  const token = typeof bearer === 'string' ? [['Authorization', `Bearer \${${bearer}}`]] : [];
  return {
    env: Object.fromEntries(names.map((name) => [name, `\${${name}}`])),
    headers: Object.fromEntries([...headers, ...token]),
  };
}
