import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createReadBack } from '../../../../launcher/hooks/gemini/read-back.ts';
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

test('of many texts the oldest makes room', async () => {
  const folder = tempDir();
  const readBack = createReadBack();
  const files: (string | undefined)[] = [];
  for (let at = 0; at < 9; at++) files.push(await readBack.put(folder, `text ${at}`));
  expect(files[8]).toBe(files[0]);
  expect(readFileSync(files[1] ?? '', 'utf8')).toBe('text 1');
  expect(readdirSync(folder)).toHaveLength(8);
});

test('what servers that were killed have left is swept, and what others have put there is not', async () => {
  const folder = path.join(tempDir(), 'mcp-pruner');
  mkdirSync(folder);
  for (const name of ['2147483646-1.txt', `${process.ppid}-1.txt`, 'notes.txt'])
    writeFileSync(path.join(folder, name), '');
  const readBack = createReadBack();
  await readBack.put(folder, 'a');
  expect(new Set(readdirSync(folder))).toEqual(new Set([`${process.pid}-0.txt`, `${process.ppid}-1.txt`, 'notes.txt']));
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
