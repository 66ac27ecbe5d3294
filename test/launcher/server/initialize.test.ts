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

test('without servers behind it the launcher offers what the contract says, and resources if it keeps artifacts', () => {
  const gateway = {
    capabilities: { tools: { listChanged: true }, prompts: {}, logging: {} },
    isConfigured: () => false,
  };
  const capabilitiesOf = (offers: Offers): object => launcherOffer('1.0.0', offers).capabilities;
  expect(capabilitiesOf({ gateway })).toEqual({ tools: { listChanged: false } });
  expect(capabilitiesOf({ gateway, keeps: true })).toEqual({ tools: { listChanged: false }, resources: {} });
});
