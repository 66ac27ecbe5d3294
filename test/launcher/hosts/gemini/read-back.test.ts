import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { createReadBack } from '../../../../launcher/hosts/gemini/hook-calls.ts';
import { tempDir } from '../../../support/temp-dir.ts';

test('each text stands in a file of its own, which the user alone can read, and goes at the end', async () => {
  const folder = path.join(tempDir(), 'mcp-pruner');
  const readBack = createReadBack();
  const files = await Promise.all(['a', 'b', 'c'].map((text) => readBack.put(folder, text)));
  expect(files.map((file) => readFileSync(file ?? '', 'utf8'))).toEqual(['a', 'b', 'c']);
  if (process.platform !== 'win32') expect(statSync(files[0] ?? '').mode & 0o777).toBe(0o600);
  await readBack.close();
  expect(existsSync(folder)).toBe(false);
});

test('of many results side by side each file holds its own text', async () => {
  const folder = tempDir();
  const readBack = createReadBack();
  const texts = Array.from({ length: 64 }, (_, at) => `text ${at}`);
  const files = await Promise.all(texts.map((text) => readBack.put(folder, text)));
  expect(files.map((file) => readFileSync(file ?? '', 'utf8'))).toEqual(texts);
});

test('a file that may still be read does not make room, an old one does', async () => {
  const folder = tempDir();
  let now = 0;
  const readBack = createReadBack(() => now);
  const first = await readBack.put(folder, 'first');
  for (let at = 1; at < 64; at++) await readBack.put(folder, `text ${at}`);
  expect(await readBack.put(folder, 'one more')).toBeUndefined();
  now = 60_000;
  expect(readFileSync((await readBack.put(folder, 'later')) ?? '', 'utf8')).toBe('later');
  await vi.waitFor(() => expect(existsSync(first ?? '')).toBe(false));
});

test('what servers that were killed have left is swept, and what others have put there is not', async () => {
  const folder = path.join(tempDir(), 'mcp-pruner');
  mkdirSync(folder);
  for (const name of ['2147483646-1.txt', `${process.ppid}-1.txt`, '2147483646-2.txt', 'notes.txt'])
    writeFileSync(path.join(folder, name), '');
  for (const name of ['2147483646-1.txt', `${process.ppid}-1.txt`, 'notes.txt'])
    utimesSync(path.join(folder, name), 1, 1);
  const readBack = createReadBack();
  await readBack.put(folder, 'a');
  const own = expect.stringMatching(new RegExp(`^${process.pid}-[0-9a-f]{16}\\.txt$`));
  expect(readdirSync(folder)).toHaveLength(3);
  // The recent file stays, because its server may run in another container, where its process id is not visible here.
  expect(readdirSync(folder)).toEqual(expect.arrayContaining([own, '2147483646-2.txt', 'notes.txt']));
  await readBack.close();
  expect(readdirSync(folder)).toHaveLength(2);
});

test.each([
  ['more lines than the host shows', 'a\n'.repeat(2000)],
  ['a line that the host would cut', 'x'.repeat(2001)],
  ['what the host takes for binary', 'a\0b'],
])('%s is not put', async (_, text) => {
  const folder = tempDir();
  expect(await createReadBack().put(folder, text)).toBeUndefined();
  expect(readdirSync(folder)).toEqual([]);
});
