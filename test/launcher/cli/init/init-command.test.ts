import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { instructionsFor, tokensOf } from '../../../../launcher/cli/init/init-command.ts';
import { initializeLauncher } from '../../../../launcher/server/initialize.ts';
import { ROOT } from '../../../runtime/started.ts';

test('an agent’s own instructions say what the server says of itself, in as many tokens as the docs tell', async () => {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
  const { instructions } = initializeLauncher(params, '1.2.3', { keeps: true }).result;
  expect(instructionsFor('pruner')).toBe(`## mcp-pruner\n\nOf the MCP server \`pruner\`: ${instructions}`);
  const tokens = await tokensOf(instructionsFor('pruner'));
  const page = readFileSync(`${ROOT}docs/install.md`, 'utf8').replaceAll(/\s+/gu, ' ');
  expect(page).toContain(`gets ${tokens} tokens on when to ask`);
});
