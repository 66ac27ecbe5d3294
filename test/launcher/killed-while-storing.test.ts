import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { QUESTION, TEXT } from '../contract/pruner.ts';
import { startLauncher } from '../support/launcher.ts';
import { tempDir } from '../support/temp-dir.ts';

const KILLS = 3;

test('a launcher killed between storing and answering leaves whole artifacts, or none', async () => {
  const root = tempDir();
  for (let kill = 0; kill < KILLS; kill++) {
    const launcher = startLauncher(root, { MCP_PRUNER_LOG: 'debug' });
    for (let i = 0; i < 20; i++) {
      const name = `${kill}-${i}.ts`;
      writeFileSync(path.join(root, name), `// ${name}\n${TEXT}`);
      const call = { name: 'read', arguments: { file_path: name, context_focus_question: QUESTION } };
      launcher.send(JSON.stringify({ jsonrpc: '2.0', id: i, method: 'tools/call', params: call }));
    }
    await launcher.event('artifact.stored');
    launcher.child.kill('SIGKILL');
    await launcher.exited;
  }
  const after = startLauncher(root);
  const { result } = await after.request('resources/list');
  const { resources } = result as { resources: { uri: string }[] };
  expect(resources.length).toBeGreaterThanOrEqual(KILLS);
  for (const { uri } of resources) {
    const read = await after.request('resources/read', { uri });
    const [{ text }] = (read.result as { contents: [{ text: string }] }).contents;
    expect(text).toMatch(/^\/\/ \d-\d+\.ts\n/);
    expect(text.slice(text.indexOf('\n') + 1)).toBe(TEXT);
  }
  expect(await after.end()).toBe(0);
}, 30_000);
