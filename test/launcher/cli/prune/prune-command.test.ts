import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { QUESTION, TEXT } from '../../../contract/pruner.ts';
import { built } from '../../../runtime/built.ts';
import { NODE } from '../../../runtime/started.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { run, start } from '../built-command.ts';

test('prune answers from a file and from a pipe, and stays silent on stderr', async () => {
  const cwd = tempDir();
  writeFileSync(path.join(cwd, 'a.ts'), TEXT);
  const fromFile = await run(['prune', '-q', QUESTION, 'a.ts'], { cwd });
  expect(fromFile).toMatchObject({ code: 0, stderr: '' });
  expect(fromFile.stdout).toContain('closeSocket21');
  expect(fromFile.stdout).toMatch(/^\(filtered \d+ lines: 1-\d+\)$/m);
  const fromPipe = await run(['prune', '-q', QUESTION], { input: TEXT });
  // Without a file name, the text is not known to be code, so more lines around the answer are shown.
  expect(fromPipe).toMatchObject({ code: 0, stderr: '' });
  expect(fromPipe.stdout).toContain('closeSocket21');
  expect(fromPipe.stdout).toMatch(/^\(filtered \d+ lines: 1-\d+\)$/m);
  expect(await run(['prune', '-q', QUESTION, '-'], { input: TEXT })).toEqual(fromPipe);
});

test('prune --json tells what was kept and what it saves', async () => {
  const { stdout } = await run(['prune', '-q', QUESTION, '--json', '--ratio', '0.3'], { input: TEXT });
  const answer = JSON.parse(stdout);
  expect(answer).toMatchObject({ kind: 'source', lines: 40, kept_lines: expect.arrayContaining([21, 22, 23]) });
  expect(answer.tokens.after).toBeLessThanOrEqual(answer.tokens.before * 0.3);
});

test('where nothing is removed the bytes come out as they came in, UTF-8 or not', async () => {
  const cwd = tempDir();
  writeFileSync(path.join(cwd, 'latin1'), Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x0d, 0x0a]));
  const child = start(['prune', '-q', 'anything', 'latin1'], cwd);
  const chunks: Buffer[] = [];
  for await (const chunk of child.stdout) chunks.push(chunk);
  expect(Buffer.concat(chunks)).toEqual(Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x0d, 0x0a]));
});

test('lines that stay come out byte for byte, whatever the encoding', async () => {
  const said = '// naïve Grüße “…”\n';
  const utf16 = Buffer.from(`\ufeff${said}${TEXT}`, 'utf16le');
  const encodings = {
    latin1: [Buffer.from(said.replace('“…”', '') + TEXT, 'latin1'), 'latin1'],
    utf8: [Buffer.from(`\ufeff${said}${TEXT}`), 'utf8'],
    utf16: [utf16, 'utf16le'],
  } as const;
  for (const [name, [bytes, encoding]] of Object.entries(encodings)) {
    const cwd = tempDir();
    writeFileSync(path.join(cwd, 'a.ts'), bytes);
    const child = start(['prune', '-q', QUESTION, '--ratio', '0.3', 'a.ts'], cwd);
    const lines = (await buffer(child.stdout)).toString(encoding).split('\n');
    const whole = new Set(bytes.toString(encoding).split('\n'));
    const added = lines.map((line) => line.replace('\ufeff(', '(')).filter((line) => !whole.has(line));
    expect(added.length, name).toBeGreaterThan(0);
    expect(
      added.filter((line) => !line.startsWith('(filtered ')),
      name,
    ).toEqual([]);
    expect(
      lines.some((line) => line.includes('closeSocket21')),
      name,
    ).toBe(true);
  }
});

test('prune of a file that is not there fails with exit code 1', async () => {
  expect(await run(['prune', '-q', 'x', 'none'])).toEqual({
    code: 1,
    stdout: '',
    stderr: 'mcp-pruner: cannot read "none": there is no such file\n',
  });
});

test('prune of a folder says that it is one', async () => {
  expect((await run(['prune', '-q', 'x', '.'])).stderr).toBe(
    'mcp-pruner: cannot read ".": it is a folder, not a file\n',
  );
});

const MIB = 1_048_576;

test('what is too large to hold is passed on byte for byte, and named on stderr', async () => {
  const input = Buffer.from('y\n'.repeat(9 * MIB));
  const child = start(['prune', '-q', QUESTION], tempDir());
  child.stdin.end(input);
  const [bytes, said] = await Promise.all([buffer(child.stdout), text(child.stderr)]);
  expect(bytes.equals(input)).toBe(true);
  expect(said).toBe('mcp-pruner: "stdin" is larger than 16 MiB: it is passed on unchanged\n');
});

test('--json of what is too large to hold is an error', async () => {
  const cwd = tempDir();
  writeFileSync(path.join(cwd, 'large'), Buffer.alloc(17 * MIB, 'a\n'));
  expect(await run(['prune', '-q', QUESTION, '--json', 'large'], { cwd })).toEqual({
    ...{ code: 1, stdout: '' },
    stderr: 'mcp-pruner: cannot prune: "large" is larger than 16 MiB\n',
  });
});

test('an input that is too large is passed on with exit code 3 if the caller is strict', async () => {
  const cwd = tempDir();
  writeFileSync(path.join(cwd, 'large'), Buffer.alloc(17 * MIB, 'a\n'));
  const { code, stderr } = await run(['prune', '-q', QUESTION, '--strict', 'large'], { cwd });
  expect([code, stderr]).toEqual([3, 'mcp-pruner: "large" is larger than 16 MiB: it is passed on unchanged\n']);
});

test('an input without an end is over once nobody reads the output', async () => {
  const child = start(['prune', '-q', QUESTION], tempDir());
  child.stdin.on('error', () => {});
  const line = Buffer.alloc(65_536, 'y\n');
  const feed = (): void => {
    while (child.stdin.writable && child.stdin.write(line));
  };
  child.stdin.on('drain', feed);
  feed();
  const closed = once(child, 'close');
  await once(child.stdout, 'data');
  child.stdout.destroy();
  expect(await closed).toEqual([0, null]);
});

/** Sends by process id, because on Deno `child.kill` makes the exit code appear as a signal. */
const send = (signal: NodeJS.Signals, child: ChildProcess): boolean => process.kill(child.pid as number, signal);

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  test(`the first ${signal} ends it while it waits for input`, async () => {
    const child = start(['prune', '-q', QUESTION, '--json'], tempDir());
    child.stdin.on('error', () => {});
    // A pipe cannot hold this much, so `drain` shows that the command has begun to read.
    child.stdin.write(Buffer.alloc(MIB, 'a\n'));
    await once(child.stdin, 'drain');
    const closed = once(child, 'close');
    send(signal, child);
    expect(await closed).toEqual([code, null]);
  });
}

test('the first signal ends it while nobody takes its output', async () => {
  const child = start(['prune', '-q', QUESTION], tempDir());
  child.stdin.on('error', () => {});
  child.stdin.end(Buffer.alloc(18 * MIB, 'a\n'));
  await once(child.stderr, 'data');
  const closed = once(child, 'exit');
  send('SIGTERM', child);
  expect(await closed).toEqual([143, null]);
});

test('the first signal ends it while it waits for a pipe that has a name', async () => {
  const cwd = tempDir();
  execFileSync('mkfifo', ['pipe'], { cwd });
  const child = start(['prune', '-q', QUESTION, 'pipe'], cwd);
  // Opening the pipe waits until the command opens it for reading.
  const writer = await open(path.join(cwd, 'pipe'), 'w');
  await writer.write(TEXT);
  const closed = once(child, 'close');
  send('SIGTERM', child);
  expect(await closed).toEqual([143, null]);
  await writer.close();
});

test('a pipe that has a name is pruned once its writer ends', async () => {
  const cwd = tempDir();
  execFileSync('mkfifo', ['pipe'], { cwd });
  const answered = run(['prune', '-q', QUESTION, 'pipe'], { cwd });
  const writer = await open(path.join(cwd, 'pipe'), 'w');
  await writer.write(TEXT);
  await writer.close();
  const { code, stdout } = await answered;
  expect(code).toBe(0);
  expect(stdout).toContain('closeSocket21');
  expect(stdout).toMatch(/^\(filtered \d+ lines: 1-\d+\)$/m);
});

test.runIf(process.platform === 'linux')('an output that takes no more is an error in words', async () => {
  const cwd = tempDir();
  writeFileSync(path.join(cwd, 'a.ts'), TEXT);
  const full = await open('/dev/full', 'w');
  const child = spawn(NODE, [built('bin'), 'prune', '-q', QUESTION, 'a.ts'], {
    cwd,
    stdio: ['ignore', full.fd, 'pipe'],
  });
  const [said, [code]] = await Promise.all([text(child.stderr as Readable), once(child, 'close')]);
  await full.close();
  expect([code, said]).toEqual([1, 'mcp-pruner: cannot write the answer: the disk is full\n']);
});

test('a folder in place of a file was an empty input', async () => {
  const folder = await open(tempDir(), 'r');
  const child = spawn(NODE, [built('bin'), 'prune', '-q', QUESTION], { stdio: [folder.fd, 'pipe', 'pipe'] });
  const [said, [code]] = await Promise.all([text(child.stderr as Readable), once(child, 'close')]);
  await folder.close();
  expect([code, said]).toEqual([1, 'mcp-pruner: cannot read "stdin": it is a folder, not a file\n']);
});
