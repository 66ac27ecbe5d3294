import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createFileArtifactStore } from '../../../../launcher/platform/artifacts/file-artifact-store.ts';
import { parseArtifactRef } from '../../../../src/artifacts/artifact-ref.ts';
import { createEmbeddedPruner } from '../../../../src/engine/embedded.ts';
import { type CalledResult, inProcessServer } from '../../../support/in-process-server.ts';
import { tempDir } from '../../../support/temp-dir.ts';

const TIMEOUT = 60_000;
const SEQ = Array.from({ length: 30_000 }, (_, i) => `${i + 1}\n`).join('');

function serverWithStore(options: { readonly maxBytes?: number } = {}) {
  const root = tempDir();
  const folder = path.join(tempDir(), 'artifacts');
  const artifacts = createFileArtifactStore({ folder, ...options });
  const server = inProcessServer(root, { artifacts, pruner: createEmbeddedPruner(), output: 'text' });
  const wholeOf = async ({ content: [block] }: CalledResult): Promise<string | undefined> => {
    const [ref = ''] = /ax:\/\/[^"]+/.exec(block?.text ?? '') ?? [];
    const parsed = parseArtifactRef(ref);
    return parsed && Buffer.from((await artifacts.read(parsed)) ?? '').toString();
  };
  return { ...server, folder, wholeOf };
}

test('of a failed command the end is shown, and the artifact has all of it', { timeout: TIMEOUT }, async () => {
  const server = serverWithStore();
  const command = 'seq 30000; echo because of this >&2; exit 3';
  const result = await server.call('bash', { command, max_output_bytes: 2048 });
  const text = result.content[0]?.text ?? '';
  expect(text).toMatch(/^1\n2\n/);
  expect(text).toMatch(
    /\n\[\d+ bytes are left out here; .*\]\n.*\n30000\n\[stderr\]\nbecause of this\n\[nonzero_exit: /s,
  );
  expect(text).toMatch(/\[all of it: artifact ref="ax:\/\/[^"]+"\]$/);
  expect(await server.wholeOf(result)).toBe(`${SEQ}because of this\n`);
});

test('a question about a long output has all of it kept too', { timeout: TIMEOUT }, async () => {
  const server = serverWithStore();
  const question = 'What does the last number say?';
  const asked = {
    command: 'seq 30000; echo the last number',
    max_output_bytes: 20_000,
    context_focus_question: question,
  };
  const result = await server.call('bash', asked);
  expect(result.content[0]?.text).toContain('the last number');
  expect(await server.wholeOf(result)).toBe(`${SEQ}the last number\n`);
});

test('an output that is shown whole is not kept', { timeout: TIMEOUT }, async () => {
  const server = serverWithStore();
  const result = await server.call('bash', { command: 'seq 300', max_output_bytes: 2048 });
  expect(result.content[0]?.text).not.toContain('ax://');
  expect(() => readdirSync(server.folder)).toThrow('ENOENT');
});

test('what is more than can be stored says so', { timeout: TIMEOUT }, async () => {
  const server = serverWithStore({ maxBytes: 100_000 });
  const { content } = await server.call('bash', { command: 'seq 30000', max_output_bytes: 2048 });
  expect(content[0]?.text).toMatch(/\[it could not be kept\]$/);
});

test('a read that is cut does not say that the artifact has all of the file', { timeout: TIMEOUT }, async () => {
  const server = serverWithStore();
  await server.call('bash', { command: 'for i in $(seq 2000); do echo "export function f$i() {}"; done > a.ts' });
  const asked = { file_path: 'a.ts', max_output_bytes: 40_000, context_focus_question: 'What does f700 do?' };
  const result = await server.call('read', asked);
  expect(result.content[0]?.text).toMatch(/\[the beginning of it: artifact ref="ax:/);
  expect((await server.wholeOf(result))?.length).toBe(40_000);
});
