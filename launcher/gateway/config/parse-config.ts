import { checkServer } from './check-server.ts';
import { type ConfigSettings, TOP_KEYS, toSettings } from './config-settings.ts';
import { issueLines } from './issue-lines.ts';
import { toIssuePath } from './issue-path.ts';
import { jsonOf, type Member, nodeMembers, parseText, type TextFault, withoutMark } from './parse-text.ts';
import type { ConfigIssue, LoadedServer } from './server-config.ts';

/** A parsed configuration. Each server is valid or invalid on its own, in file order. */
export type ParsedConfig =
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
