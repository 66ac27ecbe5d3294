import type * as z from 'zod/mini';
import { checkLaunch } from './check-launch.ts';
import { toIssuePath } from './issue-path.ts';
import { knownOAuth, OAUTH_ALLOWED, type OAuthConfig } from './oauth-config.ts';
import type { ConfigIssue, LoadedServer, ServerConfig } from './server-config.ts';
import { ALLOWED, type CheckedEntry, serverSchema, TRANSPORT_OF_TYPE, URL_KEYS } from './server-schema.ts';

export interface CheckedServer {
  readonly server: LoadedServer;
  /** Issues that do not invalidate the server: unknown keys, or keys without effect here. */
  readonly warnings: readonly ConfigIssue[];
}

const OF_STDIO = ['args', 'env', 'cwd', 'shared'] as const;
const OF_HTTP = ['headers', 'oauth'] as const;
/** Keys whose values may appear in a message. Any other value may be a secret. */
const SHOWN = new Set<PropertyKey>([
  ...[
    'enabled',
    'disabled',
    'transport',
    'type',
    'autoReconnect',
    'timeout',
    'connectTimeout',
    'shape',
    'focus',
    'shared',
  ],
  'protocolVersion',
]);
const SHARED = 'servers are shared within one `mcp-pruner gateway --http` by default, and "shared": false opts out';
const NAME = /^\P{Cc}{1,128}$/u;

/** Checks one server of the file and fills in its defaults. */
export function checkServer(name: string, value: unknown): CheckedServer {
  const fail = (issues: readonly ConfigIssue[]): CheckedServer => ({
    server: { name, ok: false, issues },
    warnings: [],
  });
  const path = toIssuePath(['mcpServers', name]);
  if (!NAME.test(name))
    return fail([
      {
        path,
        message: `cannot use the name ${JSON.stringify(name.slice(0, 128))}: expected 1 to 128 characters without control characters`,
      },
    ]);
  const parsed = serverSchema.safeParse(value);
  if (!parsed.success) return fail(parsed.error.issues.map((one) => toIssue(name, value, one)));
  const config = toConfig(parsed.data);
  if (typeof config === 'string') return fail([{ path, message: `cannot use ${path}: ${config}` }]);
  const issues = checkLaunch(name, config, { urlKey: URL_KEYS.find((key) => parsed.data[key] !== undefined) });
  if (issues.length > 0) return fail(issues);
  return { server: { name, ok: true, config }, warnings: warningsOf(name, value as object, config.transport) };
}

function toIssue(name: string, value: unknown, { path: at }: z.core.$ZodIssue): ConfigIssue {
  const path = toIssuePath(['mcpServers', name, ...at]);
  const [key] = at;
  const allowed = key === undefined ? 'an object' : allowedAt(at);
  const given = at.reduce<unknown>((inner, step) => (inner as Record<PropertyKey, unknown> | undefined)?.[step], value);
  return { path, message: `cannot use ${path}${shown(given, SHOWN.has(key ?? ''))}: expected ${allowed}` };
}

function allowedAt([key, ...inner]: readonly PropertyKey[]): string {
  const [first, more] = inner;
  if (key === 'oauth' && first !== undefined && more === undefined) return OAUTH_ALLOWED[first as keyof OAuthConfig];
  return inner.length > 0 && key !== 'tools' ? 'a string' : ALLOWED[key as keyof typeof ALLOWED];
}

function shown(value: unknown, open: boolean): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? ' (an array)' : ' (an object)';
  if (open && typeof value === 'string') return ` ${JSON.stringify(value.slice(0, 40))}`;
  if (open || value === null) return ` ${String(value)}`;
  return ` (a ${typeof value})`;
}

/** Returns the server's configuration, or why its keys conflict. */
function toConfig(entry: CheckedEntry): ServerConfig | string {
  const { allowedTools, blockedTools, autoReconnect, timeout, connectTimeout, shape, focus, tools } = entry;
  const { protocolVersion } = entry;
  const common = {
    // Either key turns the server off, so that no host's way to do so is overlooked.
    enabled: entry.enabled && entry.disabled !== true,
    allowedTools,
    blockedTools,
    autoReconnect,
    timeout,
    connectTimeout,
    shape,
    focus,
    tools,
    ...(protocolVersion !== undefined && { protocolVersion }),
  };
  const { command, args, env, cwd, shared, headers, type } = entry;
  const asked = entry.transport ?? (type && TRANSPORT_OF_TYPE[type]);
  if (type !== undefined && asked !== TRANSPORT_OF_TYPE[type]) {
    return `type "${type}" contradicts transport "${asked}": expected only one of them`;
  }
  const ways = (['command', ...URL_KEYS] as const).filter((key) => entry[key] !== undefined);
  if (ways.length > 1) return `it has ${ways.join(' and ')}: expected only one of them`;
  const url = URL_KEYS.map((key) => entry[key]).find((one) => one !== undefined);
  if (command !== undefined && asked !== 'http') {
    return { transport: 'stdio', ...common, command, args, env, cwd, ...(shared !== undefined && { shared }) };
  }
  if (url !== undefined && asked !== 'stdio') {
    const oauth = entry.oauth === undefined ? undefined : knownOAuth(entry.oauth);
    return { transport: 'http', ...common, url, headers, sse: type === 'sse', oauth };
  }
  if (asked === undefined) return 'it has neither command nor url: expected one of them';
  const needed = asked === 'http' ? 'url' : 'command';
  const instead = ways.map((way) => `, not ${way}`).join('');
  return `transport "${asked}" needs ${needed}${instead}`;
}

function warningsOf(name: string, entry: object, transport: ServerConfig['transport']): readonly ConfigIssue[] {
  const idle: readonly string[] = transport === 'http' ? OF_STDIO : OF_HTTP;
  const { oauth } = entry as { readonly oauth?: object };
  const unknownInside = Object.keys(oauth ?? {}).filter((key) => !Object.hasOwn(OAUTH_ALLOWED, key));
  const inside = unknownInside.map((key) => {
    const path = toIssuePath(['mcpServers', name, 'oauth', key]);
    return { path, message: `ignored ${path}: unknown key, expected one of ${Object.keys(OAUTH_ALLOWED).join(', ')}` };
  });
  const outside = Object.entries(entry).flatMap(([key, value]) => {
    const path = toIssuePath(['mcpServers', name, key]);
    if (!Object.hasOwn(ALLOWED, key)) {
      return [{ path, message: `ignored ${path}: unknown key, expected one of ${Object.keys(ALLOWED).join(', ')}` }];
    }
    if (key === 'shared' && value === true) return [{ path, message: `ignored ${path}: ${SHARED}` }];
    return idle.includes(key)
      ? [{ path, message: `ignored ${path}: it has no effect with transport "${transport}"` }]
      : [];
  });
  return [...outside, ...inside];
}
