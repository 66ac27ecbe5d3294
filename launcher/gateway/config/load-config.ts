import { checkServer } from './check-server.ts';
import { type ConfigSettings, TOP_KEYS, toSettings } from './config-settings.ts';
import { toIssuePath } from './issue-path.ts';
import { jsonOf, type Member, type Node, nodeMembers, parseText, type TextFault, withoutMark } from './parse-text.ts';
import { type ConfigFault, readConfigFile } from './read-config-file.ts';
import { hasReference } from './references.ts';
import type { ConfigIssue, LoadedServer, ServerConfig } from './server-config.ts';

/**
 * Returns the line of an issue's path in the text that `root` was parsed from, 1-based. If the file has no such value,
 * it is the line of the value around it.
 */
export function issueLines(root: Node, text: string): (path: string) => number {
  const offsets = new Map<string, number>();
  const visit = (node: Node, keys: readonly PropertyKey[]): void => {
    const at = (key: PropertyKey, value: Node, offset: number): void => {
      offsets.set(toIssuePath([...keys, key]), offset);
      visit(value, [...keys, key]);
    };
    if (node.type === 'object')
      for (const { key, value, property } of nodeMembers(node)) at(key, value, property.offset);
    if (node.type === 'array') for (const [i, value] of (node.children ?? []).entries()) at(i, value, value.offset);
  };
  visit(root, []);
  return (path) => {
    const around = [...offsets.keys()].filter((known) => isWithin(path, known));
    const nearest = around.reduce((best, known) => (known.length > best.length ? known : best), '');
    return text.slice(0, offsets.get(nearest) ?? root.offset).split(/\r\n|\r|\n/).length;
  };
}

/** True if the path is `outer` or below it. `servers.ab` is not below `servers.a`. */
function isWithin(path: string, outer: string): boolean {
  return path.startsWith(outer) && ['', '.', '['].includes(path.charAt(outer.length));
}

/** A parsed configuration. Each server is valid or invalid on its own, in file order. */
type ParsedConfig =
  | {
      readonly ok: true;
      readonly servers: readonly LoadedServer[];
      readonly settings: ConfigSettings;
      readonly warnings: readonly ConfigIssue[];
      /** Returns the line of an issue's path, 1-based. */
      readonly lineOf: (path: string) => number;
    }
  | { readonly ok: false; readonly fault: TextFault };

/** Parses the text of `mcp-config.json`: JSON with comments, trailing commas and a byte order mark. */
export function parseConfig(text: string): ParsedConfig {
  const parsed = parseText(text);
  if (!parsed.ok) return parsed;
  const named = new Map<string, Member[]>();
  for (const member of parsed.servers === undefined ? [] : nodeMembers(parsed.servers)) {
    named.set(member.key, [...(named.get(member.key) ?? []), member]);
  }
  const checked = [...named].map(([name, members]) => {
    const [only, again] = members;
    return again === undefined && only !== undefined ? checkServer(name, jsonOf(only.value)) : namedTwice(name);
  });
  const { settings, warnings } = toSettings(
    Object.fromEntries(
      nodeMembers(parsed.root).map(({ key, value }) => [key, key === 'mcpServers' ? undefined : jsonOf(value)]),
    ),
  );
  return {
    ok: true,
    lineOf: issueLines(parsed.root, withoutMark(text)),
    settings,
    servers: checked.map(({ server }) => server),
    warnings: [...unknownKeys(nodeMembers(parsed.root)), ...warnings, ...checked.flatMap(({ warnings }) => warnings)],
  };
}

function namedTwice(name: string): ReturnType<typeof checkServer> {
  const path = toIssuePath(['mcpServers', name]);
  const message = `cannot use ${path}: expected the name only once`;
  return { server: { name, ok: false, issues: [{ path, message }] }, warnings: [] };
}

function unknownKeys(members: readonly Member[]): readonly ConfigIssue[] {
  const unknown = members.filter(({ key }) => !TOP_KEYS.some((known) => known === key));
  return unknown.map(({ key }) => {
    const path = toIssuePath([key]);
    return { path, message: `ignored ${path}: unknown key, expected one of ${TOP_KEYS.join(', ')}` };
  });
}

const OTHERS_WRITE = 0o022;
const OTHERS_READ = 0o044;

/**
 * Warns if others may change the file, because it names programs to start. Also warns if others may read it while it
 * contains literal values in `env` or `headers`, or a client secret. Windows has no such permission bits.
 */
export function checkPermissions(
  path: string,
  mode: number,
  servers: readonly LoadedServer[],
  platform: NodeJS.Platform = process.platform,
): readonly ConfigIssue[] {
  if (platform === 'win32') return [];
  const warn = (what: string): readonly ConfigIssue[] => {
    const message = `other users may ${what} ${JSON.stringify(path)} (mode ${mode.toString(8)}): run chmod 600 on it`;
    return [{ path, message }];
  };
  if ((mode & OTHERS_WRITE) !== 0) return warn('change');
  const literal = servers.some((server) => server.ok && holdsValues(server.config));
  return (mode & OTHERS_READ) !== 0 && literal ? warn('read the values of env and headers in') : [];
}

function holdsValues(config: ServerConfig): boolean {
  const values =
    config.transport === 'http'
      ? [...Object.values(config.headers), config.oauth?.clientSecret ?? '']
      : Object.values(config.env);
  return values.some((value) => value !== '' && !hasReference(value));
}

/** One configuration file, read and validated. */
export type LoadedConfig =
  | {
      readonly ok: true;
      readonly servers: readonly LoadedServer[];
      readonly settings?: ConfigSettings | undefined;
      readonly warnings: readonly ConfigIssue[];
    }
  | ConfigFault;

/**
 * Reads and validates one file. A missing file has no servers. If `shared`, its permissions are not checked, since it
 * is part of a repository.
 */
export async function loadConfig(path: string, shared = false): Promise<LoadedConfig> {
  const read = await readConfigFile(path);
  if (!read.ok) return read;
  if (read.text === undefined) return { ok: true, servers: [], warnings: [] };
  const parsed = parseConfig(read.text);
  if (!parsed.ok) {
    const { kind, message } = parsed.fault;
    return { ok: false, reason: kind, message: `cannot read ${JSON.stringify(path)}: ${message}` };
  }
  const located = (issue: ConfigIssue): ConfigIssue => ({
    ...issue,
    message: `${issue.message} (line ${parsed.lineOf(issue.path)} of ${JSON.stringify(path)})`,
  });
  const open = shared ? [] : checkPermissions(path, read.mode, parsed.servers);
  return {
    ok: true,
    servers: parsed.servers.map((server) => (server.ok ? server : { ...server, issues: server.issues.map(located) })),
    settings: parsed.settings,
    warnings: [...parsed.warnings.map(located), ...open],
  };
}
