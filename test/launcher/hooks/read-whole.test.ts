import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readWhole } from '../../../launcher/hooks/answer-hook.ts';
import { encodeAs, IN_ENCODINGS, logIn } from '../../support/encoded-texts.ts';
import { tempDir } from '../../support/temp-dir.ts';

test.each(['beginning', 'end'] as const)(
  'no file is taken for an output that shows nothing of its %s',
  async (part) => {
    const wholeIn = path.join(tempDir(), 'passwords.txt');
    writeFileSync(wholeIn, 'root\nsecret\n');
    const read = (text: string): Promise<string | undefined> => {
      return readWhole({ text, wholeIn, part, withText: () => undefined }, 1000);
    };
    expect(await read(' \n')).toBeUndefined();
    expect(await read(part === 'end' ? 'secret' : 'root')).toBe('root\nsecret\n');
  },
);

const log = logIn('windows-1252');

test.each<readonly [string, Buffer, string]>([
  ...Object.keys(IN_ENCODINGS).map((name) => [name, encodeAs(name, logIn(name)), logIn(name)] as const),
  ['utf-16le', Buffer.from(log, 'utf16le'), log],
  ['utf-16le', Buffer.from(`\ufeff${log}`, 'utf16le'), log],
  ['utf-8', Buffer.from(log), log],
])('a file in %s, which its host has read as UTF-8, is read again', async (_, bytes, expected) => {
  const path_ = path.join(tempDir(), 'a.log');
  writeFileSync(path_, bytes);
  const withText = () => undefined;
  const text = bytes.toString();
  expect(await readWhole({ text, path: path_, withText }, 1_000_000)).toBe(expected);
  expect(await readWhole({ text: text.slice(0, 3000), wholeIn: path_, withText }, 1_000_000)).toBe(expected);
  // A part of the file, or another text, stays what the host shows.
  expect(await readWhole({ text: `${text}\ufffd`, path: path_, withText }, 1_000_000)).toContain('\ufffd');
});
