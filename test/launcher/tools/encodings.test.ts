import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { executeRead } from '../../../launcher/tools/read/execute.ts';
import { encodeAs, failureIn, logIn } from '../../support/encoded-texts.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { callBash } from './bash/call.ts';
import { callGrep } from './grep/call.ts';

const ENCODINGS = ['gb18030', 'shift_jis', 'euc-kr', 'windows-1251', 'utf-16le'] as const;

function folderOf(encoding: string) {
  const root = tempDir();
  const text = logIn(encoding === 'utf-16le' ? 'windows-1252' : encoding);
  const bytes = encoding === 'utf-16le' ? Buffer.from(text, 'utf16le') : encodeAs(encoding, text);
  writeFileSync(path.join(root, 'a.log'), bytes);
  return { root, text, failure: failureIn(encoding === 'utf-16le' ? 'windows-1252' : encoding) };
}

const context = (root: string) => ({
  ...{ root, env: {}, reportProgress: () => {} },
  signal: new AbortController().signal,
});

test.each(ENCODINGS)('a single line of a file in %s is too short to tell: the rest of the file does', async (name) => {
  const { root, failure } = folderOf(name);
  const range = { file_path: 'a.log', encoding: 'utf-8', start_line: 238, end_line: 238 } as const;
  const outcome = await executeRead(range, context(root));
  expect(outcome).toMatchObject({ ok: true, warnings: [`decoded from ${name}`] });
  expect(outcome.ok && outcome.result.content).toContain(failure);
});

test.each(ENCODINGS)('an output in %s is decoded at both ends of what is shown', async (name) => {
  const { root, text } = folderOf(name);
  const outcome = await callBash({ root, command: 'cat a.log; cat a.log >&2', max_output_bytes: 6000 });
  const { stdout, stderr } = (outcome.ok ? outcome.result : outcome.streams) ?? { stdout: '', stderr: '' };
  expect(outcome.warnings).toEqual([`decoded from ${name}`]);
  const lines = new Set(text.split('\n'));
  for (const stream of [stdout, stderr]) {
    const shown = stream.split('\n').filter((line) => line !== '' && !line.includes('bytes are left out here'));
    expect(shown.length).toBeGreaterThan(8);
    // A line is cut only where there is no whole one.
    expect(shown.filter((line) => !lines.has(line)).length).toBeLessThanOrEqual(1);
  }
});

test.each(ENCODINGS.slice(0, -1))('lines of files in %s are decoded in a search of a folder', async (name) => {
  const { root, failure } = folderOf(name);
  mkdirSync(path.join(root, 'more'));
  writeFileSync(path.join(root, 'more', 'b.log'), encodeAs(name, `${failure}: ERROR\n`.repeat(9)));
  const outcome = await callGrep({ root, pattern: 'ERROR', context_lines: 1 });
  if (!outcome.ok) throw new Error(outcome.error.message);
  const { matches, context: near = [] } = outcome.result;
  expect(matches.map(({ text }) => text).filter((text) => !text.includes(failure))).toEqual([]);
  expect(matches).toHaveLength(10);
  expect(matches.at(-1)?.column).toBe([...failure].length + 3);
  expect(near.some(({ text }) => text.includes('\ufffd'))).toBe(false);
});

test('of an encoding that is not certain, what it may be is said above the text', async () => {
  const root = tempDir();
  writeFileSync(path.join(root, 'a.log'), encodeAs('gb18030', 'state: 启动成功\n'));
  const outcome = await executeRead({ file_path: 'a.log', encoding: 'utf-8' }, context(root));
  expect(outcome.warnings?.join()).toMatch(/^not UTF-8, it may be .*gb18030/);
});
