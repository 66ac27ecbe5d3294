import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createKeptFiles, inItsFile } from '../../../launcher/hooks/kept-files.ts';
import { HOOK_NOTICE, hookNotice } from '../../../src/text/hook-notice.ts';
import { tempDir } from '../../support/temp-dir.ts';

const NOW = Date.UTC(2026, 10, 26);
const HOUR = 60 * 60 * 1000;
const now = (): number => NOW;

const artifact = (body: string) => ({ domain: 'bash', mimeType: 'text/plain', body });

const isWindows = process.platform === 'win32';

test.skipIf(isWindows)(
  'a whole is a file that this user alone can read, named after its text, and gone after a day',
  async () => {
    const folder = path.join(tempDir(), 'kept');
    const { ref, bytes } = await createKeptFiles(folder, now).put(artifact('ü\n'));
    expect(readFileSync(ref, 'utf8')).toBe('ü\n');
    expect(bytes).toBe(3);
    expect([folder, ref].map((one) => statSync(one).mode & 0o777)).toEqual([0o700, 0o600]);
    expect((await createKeptFiles(folder, now).put(artifact('ü\n'))).ref).toBe(ref);
    const age = (hours: number): void => utimesSync(ref, NOW / 1000, (NOW - hours * HOUR) / 1000);
    age(23);
    await createKeptFiles(folder, now).put(artifact('other'));
    expect(readdirSync(folder)).toHaveLength(2);
    age(25);
    await createKeptFiles(folder, now).put(artifact('other'));
    expect(readdirSync(folder)).toHaveLength(1);
  },
);

test('nothing is kept before that is confirmed', async () => {
  const folder = path.join(tempDir(), 'kept');
  const refused = Promise.reject(new Error('shown whole'));
  const put = createKeptFiles(folder, now).put({ ...artifact('a'), confirmed: refused });
  await expect(put).rejects.toThrow('shown whole');
  expect(readdirSync(path.dirname(folder))).toEqual([]);
});

test.skipIf(isWindows)('nothing is kept in a folder that others can read, or that is a link', async () => {
  const home = tempDir();
  const [open, link] = [path.join(home, 'open'), path.join(home, 'link')];
  mkdirSync(open);
  chmodSync(open, 0o755);
  mkdirSync(path.join(home, 'ours'), { mode: 0o700 });
  symlinkSync(path.join(home, 'ours'), link);
  for (const folder of [open, link]) {
    await expect(createKeptFiles(folder, now).put(artifact('a'))).rejects.toThrow('is not this user');
  }
});

test('a file that still has the text is named itself, otherwise a copy', async () => {
  const home = tempDir();
  const folder = path.join(home, 'kept');
  const place = async (name: string): Promise<string> => {
    const file = path.join(home, name);
    writeFileSync(file, 'one\ntwo\nthree\n');
    return (await inItsFile(file, createKeptFiles(folder, now), now).put(artifact('two\n'))).ref;
  };
  expect(await place('a.ts')).toBe(path.join(home, 'a.ts'));
  // With these names, the notice could not be parsed, or would be too long.
  for (const name of ['a".ts', `${'a'.repeat(200)}.ts`]) expect(path.dirname(await place(name))).toBe(folder);
  const { ref } = await inItsFile(path.join(home, 'a.ts'), createKeptFiles(folder, now), now).put(artifact('four\n'));
  expect(readFileSync(ref, 'utf8')).toBe('four\n');
});

test('a notice with the longest path has a longest length, too', () => {
  const notice = hookNotice({ question: 'x'.repeat(400), ref: `/${'a'.repeat(119)}`, firstLine: 1_000_000 });
  expect(notice.length).toBeLessThanOrEqual(HOOK_NOTICE.chars);
});
