import type { McpServerConfig, ProviderRunOptions } from '../provider-run-options.ts';
import { isBareKey, type TomlSource, toToml } from './to-toml.ts';

/**
 * `--config KEY=VALUE` for `codex exec`, one for each setting of each server. Codex splits a
 * KEY at every dot and at the first `=`, quotes or not (seen with 0.169, which ends where that leaves it with a table for
 * a string), so a name that cannot stand bare goes, quoted, into the VALUE: an inline table, before what adds to it.
 */
export function toCodexArguments({ mcpServers = {} }: ProviderRunOptions): readonly string[] {
  const [bare, odd] = byKey(mcpServers);
  const whole = odd.map(([name, server]) => [name, toTable(server)] as const);
  const settings = [...tableOf('mcp_servers', whole), ...bare.flatMap(([name, server]) => settingsOf(name, server))];
  return settings.flatMap(([key, value]) => ['--config', `${key}=${toToml(value)}`]);
}

type Setting = readonly [key: string, value: TomlSource];

function settingsOf(name: string, { command, args, env = {} }: McpServerConfig): readonly Setting[] {
  const at = `mcp_servers.${name}`;
  const [bare, odd] = byKey(env);
  return [
    [`${at}.command`, command],
    ...(args === undefined ? [] : [[`${at}.args`, args] as const]),
    ...tableOf(`${at}.env`, odd),
    ...bare.map(([key, value]) => [`${at}.env.${key}`, value] as const),
  ];
}

function toTable({ command, args, env }: McpServerConfig): TomlSource {
  return { command, ...(args && { args }), ...(env && { env }) };
}

function tableOf(key: string, entries: readonly Setting[]): readonly Setting[] {
  return entries.length === 0 ? [] : [[key, Object.fromEntries(entries)]];
}

/** Those whose keys may stand bare, and the others. */
function byKey<T>(record: Readonly<Record<string, T>>): readonly [[string, T][], [string, T][]] {
  const entries = Object.entries(record);
  return [entries.filter(([key]) => isBareKey(key)), entries.filter(([key]) => !isBareKey(key))];
}
