import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { initializeLauncher } from '../../../launcher/server/initialize.ts';
import { instructionsFor, tokensOf } from '../../../launcher/setup/instructions.ts';
import { ROOT } from '../../runtime/started.ts';

test('an agent’s own instructions say what the server says of itself, in as many tokens as the docs tell', async () => {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
  const { instructions } = initializeLauncher(params, '1.2.3', { keeps: true }).result;
  expect(instructionsFor('pruner')).toBe(`## mcp-pruner\n\nOf the MCP server \`pruner\`: ${instructions}`);
  const tokens = await tokensOf(instructionsFor('pruner'));
  expect(readFileSync(`${ROOT}docs/install.md`, 'utf8')).toContain(`get ${tokens} tokens on when to ask`);
});
