import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createLiveGroups } from '../../../../launcher/platform/process/live-groups.ts';
import { systemEdges } from '../../../../launcher/platform/process/run-child.ts';
import { bytesReadBy } from '../../../support/bytes-read.ts';
import { running } from '../../../support/running.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { until } from '../../../support/until.ts';
import { heldTimers } from '../../platform/process/held-timers.ts';
import { callBash } from './call.ts';

const TIMEOUT = 120_000;

/** Starts processes of every kind that a shell can leave behind. Each writes its pid, and none ends by itself. */
const FAMILY = `
echo $$ >> pids
sleep 5000 & echo $! >> pids
bash -c 'sleep 5001 & echo $! >> pids; wait' &
setsid bash -c 'echo $$ >> pids; exec sleep 5002' &
(setsid bash -c 'echo $$ >> pids; exec sleep 5003' &)
bash -c 'trap "" TERM; echo $$ >> pids; while :; do sleep 0.05; done' &
setsid bash -c 'trap "" TERM; echo $$ >> pids; while :; do sleep 0.05; done' &
`;
const FAMILY_SIZE = 7;
/** A process that is only found through its living parent, the shell. */
const ESCAPED = 'setsid env -i /bin/sleep 5004 39<&- 39>&- & echo $! >> pids;';

async function pidsIn(root: string, count: number): Promise<readonly number[]> {
  return until(async () => {
    const text = await readFile(path.join(root, 'pids'), 'utf8').catch(() => '');
    const pids = text.split('\n').filter(Boolean).map(Number);
    return pids.length === count && text.endsWith('\n') ? pids : undefined;
  });
}

test('a timeout ends the whole tree, also who left it and who ignores SIGTERM', { timeout: TIMEOUT }, async () => {
  const root = tempDir();
  const timers = heldTimers(30_000);
  const edges = { timers, graceMs: 200, live: createLiveGroups() };
  const call = callBash({ root, command: `echo out; echo err >&2; ${FAMILY} wait`, timeout_ms: 30_000, edges });
  const pids = await pidsIn(root, FAMILY_SIZE);
  expect(await running(pids)).toHaveLength(FAMILY_SIZE);
  timers.ring(30_000);
  expect(await call).toMatchObject({
    ok: false,
    error: { code: 'timeout' },
    timeoutMs: 30_000,
    streams: { stdout: 'out\n', stderr: 'err\n' },
  });
  expect(await running(pids)).toEqual([]);
});

test('a cancelled call throws the reason when the whole tree is dead', { timeout: TIMEOUT }, async () => {
  const root = tempDir();
  const cancel = new AbortController();
  const edges = { ...systemEdges, graceMs: 200, live: createLiveGroups() };
  const call = callBash({ root, command: `${FAMILY} ${ESCAPED} wait`, signal: cancel.signal, edges });
  const answer = expect(call).rejects.toThrow('cancelled by the client');
  const pids = await pidsIn(root, FAMILY_SIZE + 1);
  cancel.abort(new Error('cancelled by the client'));
  await answer;
  expect(await running(pids)).toEqual([]);
});

test('a call that is cancelled before it starts starts nothing', { timeout: TIMEOUT }, async () => {
  const root = tempDir();
  const signal = AbortSignal.abort(new Error('too late'));
  await expect(callBash({ root, command: 'touch started', signal })).rejects.toThrow('too late');
  expect(await callBash({ root, command: 'ls' })).toMatchObject({ result: { stdout: '' } });
});

test('SIGTERM comes first: a command may tidy up', { timeout: TIMEOUT }, async () => {
  const root = tempDir();
  const cancel = new AbortController();
  const edges = { ...systemEdges, graceMs: 60_000, live: createLiveGroups() };
  const command = 'trap "echo tidied > note; exit" TERM; echo $$ > pids; while :; do sleep 0.01; done';
  const call = callBash({ root, command, signal: cancel.signal, edges });
  const answer = expect(call).rejects.toThrow();
  await pidsIn(root, 1);
  cancel.abort();
  await answer;
  expect(await readFile(path.join(root, 'note'), 'utf8')).toBe('tidied\n');
});

test('what a command leaves in the background lives on until the server ends', { timeout: TIMEOUT }, async () => {
  const root = tempDir();
  const live = createLiveGroups();
  onTestFinished(() => live.killAll(0));
  const edges = { ...systemEdges, live };
  const outcome = await callBash({ root, command: `${FAMILY} echo started`, edges });
  // The background processes still hold the pipes, but the call was answered anyway.
  expect(outcome).toMatchObject({ ok: true, result: { stdout: 'started\n' } });
  const [shell = 0, ...left] = await pidsIn(root, FAMILY_SIZE);
  expect(await running([shell, ...left])).toEqual(left);
  expect(await live.count()).toBe(1);
  await live.killAll(200);
  expect(await running(left)).toEqual([]);
  expect(await live.count()).toBe(0);
});

test('a background process may go on printing', { timeout: TIMEOUT }, async () => {
  const root = tempDir();
  const live = createLiveGroups();
  onTestFinished(() => live.killAll(0));
  const command =
    "bash -c 'echo $$ >> pids; until [ -e go ]; do sleep 0.01; done; seq 100000; echo $$ >> pids; sleep 5000' & echo up";
  const outcome = await callBash({ root, command, edges: { ...systemEdges, live } });
  expect(outcome).toMatchObject({ ok: true, result: { stdout: 'up\n' } });
  await callBash({ root, command: 'touch go' });
  const [first = 0, second] = await pidsIn(root, 2);
  expect(second).toBe(first);
  expect(await running([first])).toEqual([first]);
});

test('commands that leave nothing are forgotten', { timeout: TIMEOUT }, async () => {
  const root = tempDir();
  const live = createLiveGroups();
  for (const command of ['true', 'echo x', 'exit 3'])
    await callBash({ root, command, edges: { ...systemEdges, live } });
  expect(await live.count()).toBe(0);
});

test('a background process that never stops printing holds up neither the answer nor the server', {
  timeout: TIMEOUT,
}, async () => {
  const root = tempDir();
  const live = createLiveGroups();
  onTestFinished(() => live.killAll(0));
  const edges = { ...systemEdges, live };
  const outcome = await callBash({ root, command: 'yes & echo $! >> pids; echo up >&2', edges });
  expect(outcome).toMatchObject({ ok: true, result: { stderr: 'up\n' } });
  const [pid = 0] = await pidsIn(root, 1);
  const bytes = await bytesReadBy(async () => {
    expect(await callBash({ root, command: 'sleep 0.2' })).toMatchObject({ ok: true });
  });
  // `yes` prints gigabytes per second if somebody reads its output.
  expect(bytes).toBeLessThan(10_000_000);
  expect(await running([pid])).toEqual([pid]);
});
