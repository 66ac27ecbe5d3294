import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fileSource } from '../../../launcher/hosts/file-source.ts';
import { write } from '../../bench/sessions/sources/written-sessions.ts';
import { tempDir } from '../../support/temp-dir.ts';

const { signal } = new AbortController();

test('a file that grows as fast as it is read was read without end', async () => {
  const file = write(path.join(tempDir(), 's.jsonl'), 'x'.repeat(300_000));
  const source = await fileSource(file);
  let bytes = 0;
  for await (const chunk of source?.open(signal) ?? []) {
    bytes += chunk.length;
    if (bytes < 2_000_000) appendFileSync(file, 'x'.repeat(chunk.length));
  }
  expect(bytes).toBe(300_000);
});

test('an empty file gives nothing, and a folder is none', async () => {
  const folder = tempDir();
  const source = await fileSource(write(path.join(folder, 's.jsonl'), ''));
  for await (const _ of source?.open(signal) ?? []) expect.unreachable();
  expect(await fileSource(folder)).toBeUndefined();
});
