import { expect, test } from 'vitest';
import { clientView } from '../../../launcher/server/client-view.ts';
import { initializeLauncher as initialize, launcherOffer, type Offers } from '../../../launcher/server/initialize.ts';

test('the whole answer', () => {
  const { result } = initialize({ protocolVersion: '2025-06-18', clientInfo: { name: 'x', version: '1' } }, '1.2.3');
  const { instructions, ...rest } = result;
  expect(rest).toEqual({
    protocolVersion: '2025-06-18',
    serverInfo: { name: '@jeeves/mcp-pruner', title: 'mcp-pruner', version: '1.2.3' },
    capabilities: { tools: { listChanged: false }, experimental: { jeeves: { schemaVersion: 1 } } },
    jeeves: { schemaVersion: 1 },
  });
  expect(instructions).toContain('context_focus_question');
});

test.each([
  [{ protocolVersion: '2025-11-25' }, '2025-11-25'],
  [{ protocolVersion: '1999-01-01' }, '2025-11-25'],
  [{ protocolVersion: '2024-11-05', clientInfo: { name: 'x', icons: [] }, later: 1 }, '2024-11-05'],
])('%j is accepted', (params, version) => {
  expect(initialize(params, '0').result.protocolVersion).toBe(version);
});

test.each([
  ['auto', 'claude-code', false],
  ['auto', 'codex-mcp-client', false],
  ['auto', 'cursor', true],
  ['auto', undefined, true],
  ['structured', 'claude-code', true],
  ['text', 'cursor', false],
] as const)('output %s for client %s', (output, client, structured) => {
  expect(clientView(output, client).structured).toBe(structured);
});

test.each([
  [{ protocolVersion: '2025-11-25', capabilities: { tasks: {} } }, true],
  [{ protocolVersion: '2026-07-28', capabilities: { tasks: { requests: { elicitation: { create: {} } } } } }, true],
  [{ protocolVersion: '2025-06-18', capabilities: { tasks: {} } }, false],
  [{ protocolVersion: '2025-11-25', capabilities: { tasks: null } }, false],
  [{ protocolVersion: '2025-11-25', capabilities: {} }, false],
  [{ protocolVersion: '2025-11-25' }, false],
])('the client of %j has tasks: %s, through the gateway alone', (params, has) => {
  const gateway = { capabilities: { tools: { listChanged: true } }, isConfigured: () => true };
  const { result, tasks } = initialize(params, '0', { gateway });
  expect([tasks, 'tasks' in result.capabilities]).toEqual([has, has]);
  const without = initialize(params, '0');
  expect([without.tasks, 'tasks' in without.result.capabilities]).toEqual([false, false]);
});

test('without servers behind it the launcher offers what the contract says, and resources if it keeps artifacts', () => {
  const gateway = {
    capabilities: { tools: { listChanged: true }, prompts: {}, logging: {} },
    isConfigured: () => false,
  };
  const capabilitiesOf = (offers: Offers): object => launcherOffer('1.0.0', offers).capabilities;
  expect(capabilitiesOf({ gateway })).toEqual({ tools: { listChanged: false } });
  expect(capabilitiesOf({ gateway, keeps: true })).toEqual({ tools: { listChanged: false }, resources: {} });
});
