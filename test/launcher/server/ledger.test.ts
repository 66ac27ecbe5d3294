import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { CallRecord } from '../../../launcher/savings/ledger-record.ts';
import { createMemoryArtifactStore } from '../../../src/artifacts/memory-artifact-store.ts';
import { createEmbeddedPruner } from '../../../src/engine/embedded.ts';
import { QUESTION, TEXT } from '../../contract/pruner.ts';
import { type InProcessOptions, inProcessServer } from '../../support/in-process-server.ts';
import { recordedLedger } from '../../support/recorded-ledger.ts';
import { tempDir } from '../../support/temp-dir.ts';

function recordedServer(options: InProcessOptions = {}) {
  const root = tempDir();
  writeFileSync(path.join(root, 'a.ts'), TEXT);
  const artifacts = createMemoryArtifactStore();
  const { ledger, ...kept } = recordedLedger();
  const server = inProcessServer(root, { pruner: createEmbeddedPruner(), artifacts, ledger, ...options });
  return { ...server, ...kept, artifacts };
}

test('a call is written down with the text without us and the text shown', async () => {
  const server = recordedServer();
  const { content } = await server.call('read', { file_path: 'a.ts', context_focus_question: QUESTION });
  expect(server.records).toEqual([
    {
      ...{
        kind: 'call',
        tool: 'read',
        raw: TEXT,
        shown: content[0]?.text,
        asked: true,
        shortened: true,
        written: QUESTION,
      },
      ...{ shadow: false, source: { path: 'a.ts', part: false } },
    },
  ]);
});

test('a whole result and a failure are written down as they are', async () => {
  const server = recordedServer();
  await server.call('read', { file_path: 'a.ts', start_line: 1, end_line: 2 });
  await server.call('bash', { command: 'echo out; exit 3' });
  const [read, bash] = server.records as CallRecord[];
  expect(read).toMatchObject({ asked: false, shortened: false, source: { path: 'a.ts', part: true } });
  expect(read?.shown).toBe(read?.raw);
  expect(bash).toMatchObject({ tool: 'bash', shortened: false });
  expect(bash?.shown).toContain('out');
});

test('an artifact had back, as a tool or as a resource, is a cost', async () => {
  const server = recordedServer();
  const { structuredContent } = await server.call('read', { file_path: 'a.ts', context_focus_question: QUESTION });
  const { artifact_ref: ref } = structuredContent['pruning'] as { artifact_ref: string };
  await server.call('artifact', { ref, start_line: 1, end_line: 1 });
  await server.handle('resources/read', { uri: ref });
  const [, tool, resource] = server.records;
  expect(tool).toMatchObject({
    kind: 'fetch',
    tool: 'artifact',
    shown: expect.stringContaining(TEXT.split('\n')[0] ?? ''),
  });
  expect(resource).toEqual({ kind: 'fetch', tool: 'artifact', shown: TEXT });
});

test('the definitions are written down once a session', async () => {
  const server = recordedServer();
  await server.handle('initialize', { protocolVersion: '2025-11-25', capabilities: {} });
  await server.handle('tools/list');
  await server.handle('tools/list');
  await server.recorded(1);
  expect(server.records).toHaveLength(1);
  const [{ own = [] }] = server.records as unknown as [{ own?: readonly string[] }];
  expect(own).toHaveLength(5);
  expect(own[1]).toMatch(/^\{"name":"read","description":".*"inputSchema":/);
});

test('of tools that the client defers, names are a cost at first, and a definition once its tool is called', async () => {
  const clients: unknown[] = [];
  const defersTools = async (client: string | undefined): Promise<boolean> => clients.push(client) > 0;
  const server = recordedServer({ defersTools });
  const clientInfo = { name: 'claude-code', version: '2' };
  await server.handle('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
  await server.handle('tools/list');
  await server.recorded(1);
  await server.handle('tools/list');
  for (let twice = 0; twice < 2; twice++) await server.call('read', { file_path: 'a.ts' });
  expect(clients).toEqual(['claude-code']);
  const definitions = server.records.filter(({ kind }) => kind === 'definitions');
  const names = ['read', 'bash', 'grep', 'artifact'].map((name) => `mcp__pruner__${name}`);
  expect(definitions).toEqual([
    { kind: 'definitions', own: [expect.stringContaining('context_focus_question'), names.join('\n')], others: [] },
    {
      ...{ kind: 'definitions', own: [] },
      others: [{ listed: expect.stringMatching(/^\{"name":"read","description":".*"inputSchema":/), straight: '' }],
    },
  ]);
});

test('a definition is charged although its tool is called before it is known that tools are deferred', async () => {
  let tell = (_: boolean): void => {};
  const server = recordedServer({ defersTools: () => new Promise((resolve) => (tell = resolve)) });
  await server.handle('initialize', { protocolVersion: '2025-11-25', capabilities: {} });
  await server.handle('tools/list');
  await server.call('read', { file_path: 'a.ts' });
  tell(true);
  const kinds = (await server.recorded(3)).map(({ kind }) => kind);
  expect(kinds).toEqual(['call', 'definitions', 'definitions']);
});

test('shadow mode changes nothing, keeps nothing, and measures what would have been', async () => {
  const straight = await recordedServer().call('read', { file_path: 'a.ts', context_focus_question: QUESTION });
  const server = recordedServer({ shadow: true, maxResponseBytes: 1024 });
  const { content, structuredContent } = await server.call('read', {
    file_path: 'a.ts',
    context_focus_question: QUESTION,
  });
  expect(content).toEqual([{ type: 'text', text: TEXT }]);
  expect(structuredContent['pruning']).toEqual({
    ...{ attempted: false, applied: false, fallback: false, reason: 'shadow', raw_bytes: Buffer.byteLength(TEXT) },
  });
  const [record] = (await server.recorded(1)) as CallRecord[];
  expect(record).toMatchObject({ shadow: true, raw: TEXT, asked: true, shortened: true });
  expect(record?.shown.length).toBeLessThanOrEqual(straight.content[0]?.text.length ?? 0);
  expect((await server.artifacts.usage()).artifacts).toBe(0);
});
