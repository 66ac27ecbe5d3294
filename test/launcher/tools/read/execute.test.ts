import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { ReadArguments } from '../../../../launcher/tools/read/arguments.ts';
import { executeRead } from '../../../../launcher/tools/read/execute.ts';
import { bytesReadBy } from '../../../support/bytes-read.ts';
import { tempDir } from '../../../support/temp-dir.ts';

const read = (
  root: string,
  args: Partial<ReadArguments> & { file_path: string },
  signal = new AbortController().signal,
) => executeRead({ encoding: 'utf-8', ...args }, { root, signal, env: {}, reportProgress: () => {} });

async function failure(root: string, file_path: string) {
  const outcome = await read(root, { file_path });
  return outcome.ok ? outcome : outcome.error;
}

test('a file comes back as it is: CRLF, byte order mark, no newline at the end', async () => {
  const root = tempDir();
  const content = '\ufeffone\r\ntwo\n\nthrée';
  writeFileSync(path.join(root, 'a.txt'), content);
  const outcome = await read(root, { file_path: 'a.txt' });
  expect(outcome).toMatchObject({
    ok: true,
    result: { tool: 'read', file_path: 'a.txt', encoding: 'utf-8', content, truncated: false, bytes: 19 },
    prunable: { text: content, path: 'a.txt' },
  });
  expect(Object.keys(outcome.ok ? outcome.result : {})).toEqual([
    'tool',
    'file_path',
    'encoding',
    'content',
    'truncated',
    'bytes',
    'duration_ms',
  ]);
});

test('an absolute path inside the root, an empty file and a name that begins with a dash are fine', async () => {
  const root = tempDir();
  writeFileSync(path.join(root, '-x'), '');
  expect(await read(root, { file_path: path.join(root, '-x') })).toMatchObject({ ok: true, result: { content: '' } });
  expect(await read(root, { file_path: '-x' })).toMatchObject({ ok: true, result: { bytes: 0, truncated: false } });
});

test('max_output_bytes cuts at a character and says so', async () => {
  const root = tempDir();
  writeFileSync(path.join(root, 'a'), 'ä'.repeat(2000));
  const outcome = await read(root, { file_path: 'a', max_output_bytes: 1025 });
  expect(outcome).toMatchObject({ ok: true, result: { content: 'ä'.repeat(512), truncated: true, bytes: 1024 } });
});

test('UTF-16 with a byte order mark is read as the text that it is, in ranges too', async () => {
  const root = tempDir();
  const text = 'eins\r\nzwei ä 😀\ndrei\n';
  const little = Buffer.from(`\ufeff${text}`, 'utf16le');
  writeFileSync(path.join(root, 'le'), little);
  writeFileSync(path.join(root, 'be'), Buffer.from(little).swap16());
  for (const file_path of ['le', 'be']) {
    expect(await read(root, { file_path })).toMatchObject({ result: { content: text, truncated: false } });
    const range = { file_path, start_line: 2, end_line: 2 };
    expect(await read(root, range)).toMatchObject({ result: { content: 'zwei ä 😀\n', start_line: 2 } });
  }
  writeFileSync(path.join(root, 'large'), '');
  truncateSync(path.join(root, 'large'), 67_108_866);
  const file = openSync(path.join(root, 'large'), 'r+');
  writeSync(file, little);
  closeSync(file);
  const why = 'it is UTF-16 of 67108866 bytes: expected at most 67108864';
  const error = { code: 'invalid_path', message: `cannot read "large": ${why}` };
  expect(await read(root, { file_path: 'large' })).toMatchObject({ ok: false, error });
});

test('a range comes back with its numbers; past the end it says how long the file is', async () => {
  const root = tempDir();
  writeFileSync(path.join(root, 'a'), 'one\ntwo\nthree\n');
  expect(await read(root, { file_path: 'a', start_line: 2, end_line: 2 })).toMatchObject({
    result: { content: 'two\n', start_line: 2, end_line: 2 },
    prunable: { firstLine: 2 },
  });
  expect(await read(root, { file_path: 'a', start_line: 3, end_line: 9 })).toMatchObject({
    result: { content: 'three\n', total_lines: 3 },
  });
  expect(await read(root, { file_path: 'a', start_line: 7, end_line: 9 })).toMatchObject({
    result: { content: '', total_lines: 3 },
  });
});

test('a range of a 2 GB file is not read to its end', async () => {
  const root = tempDir();
  const file = path.join(root, 'huge');
  // A hole of NULs follows the text.
  const text = Array.from({ length: 200_000 }, (_, i) => `line ${i + 1}\n`).join('');
  writeSync(openSync(file, 'w'), text);
  truncateSync(file, 2 * 1024 ** 3);
  const bytes = await bytesReadBy(async () => {
    const outcome = await read(root, { file_path: 'huge', start_line: 150_000, end_line: 150_001 });
    expect(outcome).toMatchObject({ ok: true, result: { content: 'line 150000\nline 150001\n' } });
  });
  expect(bytes).toBeLessThan(2 * text.length);
});

test('without a cap the first 10 MiB come back, truncated', async () => {
  const root = tempDir();
  const file = path.join(root, 'big');
  writeFileSync(file, 'x'.repeat(10_485_761));
  expect(await read(root, { file_path: 'big' })).toMatchObject({ result: { truncated: true, bytes: 10_485_760 } });
});

test('invalid UTF-8 is replaced, never fatal', async () => {
  const root = tempDir();
  writeFileSync(path.join(root, 'a'), Buffer.from([0x6f, 0x6b, 0xff, 0xfe, 0x0a]));
  expect(await read(root, { file_path: 'a' })).toMatchObject({
    ok: true,
    result: { content: 'ok\ufffd\ufffd\n', bytes: 9 },
  });
});

test('each thing that is no readable text file gets its own error', async () => {
  const root = tempDir();
  const outside = tempDir();
  writeFileSync(path.join(outside, 'secret'), 'x');
  writeFileSync(path.join(root, 'bin'), Buffer.from([1, 0, 2]));
  mkdirSync(path.join(root, 'dir'));
  symlinkSync(path.join(outside, 'secret'), path.join(root, 'link'));
  symlinkSync(path.join(root, 'loop'), path.join(root, 'loop'));
  symlinkSync('/nowhere/at/all', path.join(root, 'dangling'));
  execFileSync('mkfifo', [path.join(root, 'fifo')]);

  expect(await failure(root, 'none')).toEqual({
    code: 'not_found',
    message: 'cannot read "none": there is no such file',
  });
  expect(await failure(root, 'bin/x')).toMatchObject({ code: 'not_found' });
  expect(await failure(root, 'dangling')).toMatchObject({ code: 'not_found' });
  expect(await failure(root, 'dir')).toEqual({
    code: 'invalid_path',
    message: 'cannot read "dir": expected a regular file, got a directory',
  });
  expect(await failure(root, 'fifo')).toMatchObject({ code: 'invalid_path' });
  expect(await failure(root, 'bin')).toMatchObject({
    code: 'invalid_path',
    message: expect.stringContaining('binary'),
  });
  expect(await failure(root, 'link')).toMatchObject({ code: 'invalid_path', message: expect.stringContaining('link') });
  expect(await failure(root, 'loop')).toMatchObject({ code: 'invalid_path' });
  expect(await failure(root, 'x'.repeat(5000))).toMatchObject({ code: 'invalid_path' });
  expect(await failure(path.join(root, 'gone'), 'a')).toMatchObject({ code: 'not_found' });
});

test('a link that stays inside is followed', async () => {
  const root = tempDir();
  writeFileSync(path.join(root, 'a'), 'x');
  symlinkSync('a', path.join(root, 'b'));
  expect(await read(root, { file_path: 'b' })).toMatchObject({ ok: true, result: { content: 'x', file_path: 'b' } });
});

test.runIf(process.getuid?.() !== 0)('a file without permission is permission_denied', async () => {
  const root = tempDir();
  writeFileSync(path.join(root, 'a'), 'x');
  chmodSync(path.join(root, 'a'), 0);
  expect(await failure(root, 'a')).toMatchObject({ code: 'permission_denied' });
});

test('a file in /proc, which says it is empty, is read to its end', async () => {
  const outcome = await read('/proc', { file_path: 'self/status' });
  expect(outcome).toMatchObject({ ok: true, result: { content: expect.stringContaining('VmRSS') } });
});

test('a cancelled read throws the reason', async () => {
  const root = tempDir();
  writeFileSync(path.join(root, 'a'), 'x');
  await expect(read(root, { file_path: 'a' }, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
});

test('a file that grows while it is read comes back as far as the cap, never without end', async () => {
  const root = tempDir();
  const file = path.join(root, 'log');
  writeFileSync(file, 'line\n');
  const writer = spawn('bash', ['-c', `exec yes "line" >> "${file}"`]);
  onTestFinished(() => {
    writer.kill('SIGKILL');
  });
  await new Promise<void>((resolve) => writer.once('spawn', resolve));
  const outcome = await read(root, { file_path: 'log', start_line: 1, end_line: 9_000_000 });
  expect(outcome).toMatchObject({ ok: true, result: { content: expect.stringMatching(/^line\n/) } });
  expect(outcome.ok && outcome.result.bytes).toBeLessThanOrEqual(10_485_760);
});
