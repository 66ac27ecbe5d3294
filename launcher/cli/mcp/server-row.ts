import type { SourcedServer } from '../../gateway/config/load-sources.ts';
import type { ServerConfig } from '../../gateway/config/server-config.ts';
import { shownServer } from '../../gateway/config/shown-server.ts';
import { printable } from '../printable.ts';

export const SERVER_HEAD = ['NAME', 'STATE', 'TRANSPORT', 'TOOLS', 'FROM', 'COMMAND OR URL'] as const;

/** Formats a server as a table row, without secrets and terminal control characters. */
export function toServerRow(server: SourcedServer): readonly string[] {
  const { name, source } = server;
  if (!server.ok) return [name, 'invalid', '-', '-', source, '-'].map(printable);
  const { enabled, transport } = server.config;
  const state = enabled ? 'enabled' : 'disabled';
  return [name, state, transport, toolsOf(server.config), source, targetOf(server.config)].map(printable);
}

/** Formats a server's URL or command as one line. */
export function targetOf(config: ServerConfig): string {
  const shown = shownServer(config);
  if (shown.transport === 'http') return shown.url;
  return [shown.command, ...shown.args]
    .map((word) => (/^[^\s"']+$/.test(word) ? word : JSON.stringify(word)))
    .join(' ');
}

function toolsOf({ allowedTools, blockedTools }: ServerConfig): string {
  const allowed = allowedTools.includes('*') ? 'all' : allowedTools.join(' ') || 'none';
  return blockedTools.length === 0 ? allowed : `${allowed} but ${blockedTools.join(' ')}`;
}
