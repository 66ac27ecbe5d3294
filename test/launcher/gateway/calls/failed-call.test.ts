import { expect, test } from 'vitest';
import { toFailedCall } from '../../../../launcher/gateway/calls/failed-call.ts';
import { MCPConfigError, MCPConnectionError } from '../../../../launcher/gateway/config/server-errors.ts';

const of = (error: Error): string => {
  const [block] = toFailedCall({ server: 'my server', name: 't' }, error).content;
  return (block as { readonly text: string }).text;
};

test.each([
  ['sign-in', new MCPConnectionError('unauthorized', 'm', { server: 's' }), "mcp-pruner mcp auth 'my server'"],
  ['an end', new MCPConnectionError('closed', 'm', { server: 's' }), "mcp-pruner mcp logs 'my server'"],
  ['a configuration', new MCPConfigError('invalid', 'm', { server: 's' }), 'at mcpServers["my server"]'],
  ['another fault', new MCPConnectionError('unreachable', 'm', { server: 's' }), "mcp-pruner mcp test 'my server'"],
])('a call that fails for %s says what to do', (_what, error, advice) => {
  expect(of(error)).toContain(advice);
});
