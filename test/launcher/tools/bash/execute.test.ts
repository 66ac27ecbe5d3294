import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createLiveGroups } from '../../../../launcher/platform/process/live-groups.ts';
import { systemEdges } from '../../../../launcher/platform/process/run-child.ts';
import { createRunQueue } from '../../../../launcher/tools/bash/run-queue.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { until } from '../../../support/until.ts';
import { heldTimers } from '../../platform/process/held-timers.ts';
import { callBash } from './call.ts';

const TIMEOUT = 120_000;

test('a command answers with both streams', { timeout: TIMEOUT }, async () => {
  const root = tempDir();
  await mkdir(path.join(root, 'sub'));
  const outcome = await callBash({ root, command: 'pwd; echo grüße >&2', cwd: 'sub' });
  expect(outcome).toEqual({
    ok: true,
    result: {
      tool: 'bash',
      command: 'pwd; echo grüße >&2',
      cwd: 'sub',
      stdout: `${root}/sub\n`,
      stderr: 'grüße\n',
      exit_code: 0,
      timed_out: false,
      truncated: false,
      duration_ms: expect.any(Number),
    },
    prunable: expect.anything(),
  });
  expect(outcome.ok && Number.isInteger(outcome.result.duration_ms)).toBe(true);
});

test.for([
  ['echo o; echo e >&2; exit 3', 3],
  ['echo o; echo e >&2; kill -TERM $$', 143],
  ['echo o; echo e >&2; kill -KILL $$', 137],
] as const)('%s is an error with exit code %i and both streams', { timeout: TIMEOUT }, async ([command, exitCode]) => {
  const outcome = await callBash({ root: tempDir(), command });
  expect(outcome).toMatchObject({
    ok: false,
    error: { code: 'nonzero_exit', exit_code: exitCode },
    streams: { stdout: 'o\n', stderr: 'e\n' },
  });
});

test('stdin is closed: a command that reads it goes on', { timeout: TIMEOUT }, async () => {
  expect(await callBash({ root: tempDir(), command: 'cat; echo read' })).toMatchObject({
    result: { stdout: 'read\n' },
  });
});

test('descriptors that scripts use for themselves are free', { timeout: TIMEOUT }, async () => {
  const command = 'for fd in 3 4 5 6 7 8 9; do { : >&$fd; } 2>/dev/null && echo $fd; done; true';
  // The parent of the tests may have left some descriptors open, so compare with a plain bash.
  const { stdout } = spawnSync('bash', ['-c', command], { encoding: 'utf8' });
  expect(await callBash({ root: tempDir(), command })).toMatchObject({ ok: true, result: { stdout } });
});

test('a command that begins with a dash is a command', { timeout: TIMEOUT }, async () => {
  const outcome = await callBash({ root: tempDir(), command: '-x() { echo dash; }; -x' });
  expect(outcome).toMatchObject({ result: { stdout: 'dash\n' } });
});

test('secrets of the server are not in the environment, what the call sets is', { timeout: TIMEOUT }, async () => {
  const outcome = await callBash({
    root: tempDir(),
    command: 'env',
    env: { ASKED_FOR: 'yes' },
    serverEnv: {
      ...process.env,
      PRUNER_API_KEY: 'secret-1',
      SOME_TOKEN: 'secret-2',
      AWS_SECRET_ACCESS_KEY: 'secret-3',
    },
  });
  const printed = outcome.ok ? outcome.result.stdout : '';
  expect(printed).toContain('ASKED_FOR=yes\n');
  expect(printed).toContain('PATH=');
  expect(printed).not.toContain('secret-');
});

test.for(['missing', 'file', 'out'])('cwd "%s" is invalid_cwd', { timeout: TIMEOUT }, async (cwd) => {
  const root = tempDir();
  await writeFile(path.join(root, 'file'), '');
  await symlink('/', path.join(root, 'out'));
  expect(await callBash({ root, command: 'true', cwd })).toMatchObject({ ok: false, error: { code: 'invalid_cwd' } });
});

test('without bash on the path, or with NUL in the command, it is spawn_error', { timeout: TIMEOUT }, async () => {
  const root = tempDir();
  const error = { code: 'spawn_error' };
  expect(await callBash({ root, command: 'true', serverEnv: { PATH: root } })).toMatchObject({ ok: false, error });
  expect(await callBash({ root, command: 'true\0' })).toMatchObject({ ok: false, error });
});

test('invalid UTF-8 is replaced', { timeout: TIMEOUT }, async () => {
  const outcome = await callBash({ root: tempDir(), command: String.raw`printf 'a\xffb\xc3'` });
  expect(outcome).toMatchObject({ result: { stdout: 'a\ufffdb\ufffd', truncated: false } });
});

test('output beyond the cap is dropped and the command runs to its end', { timeout: TIMEOUT }, async () => {
  const root = tempDir();
  const command = 'head -c 3000000 /dev/zero | tr "\\0" o; head -c 3000000 /dev/zero | tr "\\0" e >&2; touch ended';
  const outcome = await callBash({ root, command, max_output_bytes: 2000 });
  const gap = /^(.)\1{199,}\n\[\d+ bytes are left out here; lines below are numbered without them\]\n\1{200,}$/;
  const cut = expect.stringMatching(gap);
  expect(outcome).toMatchObject({ result: { stdout: cut, stderr: cut, truncated: true } });
  const { stdout = '', stderr = '' } = outcome.ok ? outcome.result : {};
  expect(stdout.length + stderr.length).toBeLessThanOrEqual(2000);
  expect(await callBash({ root, command: 'ls' })).toMatchObject({ result: { stdout: 'ended\n' } });
});

test('all of a large output is there when the command exits at once', { timeout: TIMEOUT }, async () => {
  const outcome = await callBash({ root: tempDir(), command: 'seq 1000000' });
  expect(outcome.ok && outcome.result.stdout.endsWith('\n999999\n1000000\n')).toBe(true);
  expect(outcome).toMatchObject({ result: { truncated: false } });
});

test('of a command that prints without end only the cap is kept', { timeout: TIMEOUT }, async () => {
  const root = tempDir();
  const timers = heldTimers(1000, 60_000);
  let told = '';
  const report = (_: number, message: string): void => {
    told = message;
  };
  const edges = { ...systemEdges, timers, live: createLiveGroups() };
  const running = callBash({ root, command: 'yes', timeout_ms: 60_000, edges, reportProgress: report });
  await until(async () => {
    try {
      timers.ring(1000);
    } catch {
      return undefined; // It is not yet started.
    }
    return Number.parseInt(told, 10) > 50_000_000 ? told : undefined;
  });
  timers.ring(60_000);
  const outcome = await running;
  expect(outcome).toMatchObject({ ok: false, error: { code: 'timeout' }, timeoutMs: 60_000 });
  const { length = 0 } = (!outcome.ok && outcome.streams?.stdout) || '';
  expect(10_485_760 - length).toBeGreaterThanOrEqual(0);
  expect(10_485_760 - length).toBeLessThan(100);
});

test('progress tells the seconds and the bytes so far', { timeout: TIMEOUT }, async () => {
  const root = tempDir();
  const timers = heldTimers(1000);
  const seen: [number, string][] = [];
  const edges = { ...systemEdges, timers, live: createLiveGroups() };
  const running = callBash({
    root,
    command: 'until [ -e go ]; do sleep 0.01; done',
    edges,
    reportProgress: (progress, message) => seen.push([progress, message]),
  });
  await until(async () => {
    try {
      timers.ring(1000);
      return true;
    } catch {
      return undefined; // It is not yet started.
    }
  });
  timers.ring(1000);
  await writeFile(path.join(root, 'go'), '');
  await running;
  expect(seen).toEqual([
    [1, '0 bytes of output so far'],
    [2, '0 bytes of output so far'],
  ]);
  expect(() => timers.ring(1000)).toThrow('no timer');
});

test('stdout is what a pruner may shorten, or stderr where stdout is empty', { timeout: TIMEOUT }, async () => {
  const root = tempDir();
  const both = await callBash({ root, command: 'echo out; echo err >&2' });
  const lone = await callBash({ root, command: 'echo err >&2' });
  if (!both.ok || !lone.ok) throw new Error('both commands succeed');
  expect([both.prunable.text, both.prunable.kind, lone.prunable.text]).toEqual(['out\n', undefined, 'err\n']);
  expect(both.prunable.apply('short')).toEqual({ ...both.result, stdout: 'short' });
  expect(lone.prunable.apply('short')).toEqual({ ...lone.result, stderr: 'short' });
});

test('commands beyond the places wait in order and say so, and their time begins when they start', {
  timeout: TIMEOUT,
}, async () => {
  const root = tempDir();
  const timers = heldTimers(1000, 60_000);
  const edges = { ...systemEdges, timers, live: createLiveGroups(), queue: createRunQueue(1) };
  const seen: string[] = [];
  const cancel = new AbortController();
  const waiting = (count: number) => until(async () => (edges.queue.waiting === count ? true : undefined));
  const first = callBash({
    root,
    command: 'touch begun; until [ -e go ]; do sleep 0.01; done; echo 1 >> order',
    edges,
  });
  await until(async () => existsSync(path.join(root, 'begun')) || undefined);
  const second = callBash({
    ...{ root, command: 'echo 2 >> order', timeout_ms: 60_000, edges },
    reportProgress: (_, said) => seen.push(said),
  });
  await waiting(1);
  const third = callBash({ root, command: 'echo 3 >> order', edges, signal: cancel.signal });
  await waiting(2);
  const fourth = callBash({ root, command: 'echo 4 >> order; cat order', edges });
  await waiting(3);
  cancel.abort(new Error('cancelled by the client'));
  await expect(third).rejects.toThrow('cancelled by the client');
  // The second call's time limit is no running timer yet.
  expect(() => timers.ring(60_000)).toThrow('no timer of 60000 ms is waiting');
  for (let ring = 0; ring < 3; ring++) timers.ring(1000);
  expect(seen).toEqual(['waiting until fewer commands run']);
  await writeFile(path.join(root, 'go'), '');
  expect(await Promise.all([first, second])).toMatchObject([{ ok: true }, { ok: true }]);
  expect(await fourth).toMatchObject({ ok: true, result: { stdout: '1\n2\n4\n' } });
  expect(edges.queue.waiting).toBe(0);
});
