import { isBareKey, type TomlSource, toToml } from '../../platform/text/to-toml.ts';
import type { McpServerConfig, ProviderRunOptions } from '../provider-run-options.ts';

/**
 * Returns `--config KEY=VALUE` arguments for `codex exec`, one for each setting of each server. Codex splits KEY at
 * every dot and at the first `=`, even inside quotes. In 0.171 it exits if it then finds a table instead of a string. A
 * name that is not a bare key therefore goes into VALUE, as a quoted key of an inline table, ahead of settings that
 * extend that table.
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

/** Splits entries into those whose keys are bare keys in TOML, and the others. */
function byKey<T>(record: Readonly<Record<string, T>>): readonly [[string, T][], [string, T][]] {
  const entries = Object.entries(record);
  return [entries.filter(([key]) => isBareKey(key)), entries.filter(([key]) => !isBareKey(key))];
}
