import { expect, test } from 'vitest';
import { toUnreachedCall } from '../../../../launcher/gateway/calls/unreached-call.ts';
import { MCPConnectionError } from '../../../../launcher/gateway/config/server-errors.ts';
import type {
  ConnectionState,
  ServerConnection,
} from '../../../../launcher/gateway/upstream/connection/server-connection.ts';

const connection = (name: string, state: ConnectionState, fault?: ServerConnection['fault']): ServerConnection =>
  ({ name, state, fault }) as ServerConnection;
const FAULT = new MCPConnectionError('spawn_failed', 'cannot start server "db": command "dbx" was not found', {
  server: 'db',
});
const textOf = (result: unknown): string => (result as { content: [{ text: string }] }).content[0].text;

test.each<[ConnectionState, ServerConnection['fault'], string]>([
  [
    'disabled',
    undefined,
    '[disabled: cannot call "mcp_db_query": server "db" is disabled in the configuration]\nIt was not called; the user can run: mcp-pruner mcp enable db',
  ],
  [
    'connecting',
    undefined,
    '[starting: cannot call "mcp_db_query": server "db" has not answered yet]\nIt was not called; call it again in some seconds',
  ],
  [
    'failed',
    FAULT,
    '[spawn_failed: cannot start server "db": command "dbx" was not found]\nIt was not called; continue without it, or the user can run: mcp-pruner mcp test db',
  ],
])('a tool of a server that is %s is told so, with the command that helps', (state, fault, text) => {
  const servers = [connection('a', 'connected'), connection('db', state, fault)];
  const result = toUnreachedCall('mcp_db_query', servers);
  expect(result).toMatchObject({ isError: true, _meta: { 'jeeves/result': { tool: 'mcp_db_query', server: 'db' } } });
  expect(textOf(result)).toBe(text);
});

test('a name of a connected server, or of none, is of no tool', () => {
  const servers = [connection('a', 'connected'), connection('a_b', 'disabled')];
  expect(toUnreachedCall('mcp_a_look', servers)).toBeUndefined();
  expect(toUnreachedCall('read', servers)).toBeUndefined();
  expect(textOf(toUnreachedCall('mcp_a_b_look', servers))).toContain('server "a_b" is disabled');
});
