import { execFile } from 'node:child_process';
import { expect, test } from 'vitest';
import { killTree } from '../../../../launcher/platform/process/kill-tree.ts';
import type { ProcessEntry } from '../../../../launcher/platform/process/process-entry.ts';
import { membersOf } from '../../../../launcher/platform/process/process-tree.ts';
import { endWindowsTree } from '../../../../launcher/platform/process/windows-tree.ts';
import { NODE, ROOT } from '../../../runtime/started.ts';
import { ended } from '../../../support/running.ts';

const CRASHES = `
  import { killRunningTrees } from '${ROOT}launcher/platform/process/running-trees.ts';
  import { startChild } from '${ROOT}launcher/platform/process/start-child.ts';
  process.once('exit', () => killRunningTrees());
  const script = 'setsid env -i PATH="$PATH" bash -c "echo \\\\$\\\\$; sleep 300; :" ' + process.argv[1] + ' & echo $$; wait';
  const env = { PATH: process.env.PATH, MCP_PRUNER_CALL: 'crash' };
  const child = await startChild({ file: '/bin/bash', args: ['-c', script], cwd: '/', env, hasChannel: true });
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += chunk;
    if (text.split('\\n').length < 3) return;
    process.stdout.write(text);
    throw new Error('a fault of our own');
  });
`;

test.each([
  ['left its group', ''],
  // This command is only found through its living parent.
  ['left its group and closed its channel', '39<&- 39>&-'],
])('a server that crashes leaves no command running that %s', { timeout: 60_000 }, async (_, redirect) => {
  const { stdout, code } = await new Promise<{ stdout: string; code: unknown }>((resolve) =>
    execFile(NODE, ['--input-type=module', '-e', CRASHES, redirect], (error, out) =>
      resolve({ stdout: out, code: error?.code }),
    ),
  );
  const pids = stdout.trim().split('\n').map(Number);
  expect([code, pids.length]).toEqual([1, 2]);
  await ended(pids);
});

test('a process belongs to a tree by its group, its mark, its channel, or its parent', () => {
  const tree = { leader: 10, marker: 'm', channel: 'socket:[7]' };
  const entry = (pid: number, more: object = {}) => ({ pid, parent: 1, group: pid, started: `${pid}`, ...more });
  const table = [
    entry(10),
    entry(11, { group: 10 }),
    entry(12, { marker: 'm/inner' }),
    entry(13, { channel: 'socket:[7]' }),
    entry(14, { parent: 13 }),
    entry(15, { parent: 14 }),
    entry(20),
    entry(21, { marker: 'm2', channel: 'socket:[8]' }),
    entry(22, { marker: '', channel: undefined }),
    entry(30),
    entry(31, { parent: 30 }),
  ];
  const pids = (of: object, known?: readonly ProcessEntry[]) =>
    membersOf({ ...tree, ...of }, table, known).map(({ pid }) => pid);
  expect(pids({})).toEqual([10, 11, 12, 13, 14, 15]);
  expect(pids({ channel: undefined })).toEqual([10, 11, 12]);
  expect(pids({ channel: undefined, marker: '' })).toEqual([10, 11]);
  // A process that was in the tree before, and its children.
  expect(pids({}, [entry(30)])).toEqual(expect.arrayContaining([10, 30, 31]));
  // The pid belongs to another process by this time.
  expect(pids({}, [entry(30, { started: 'before' })])).toEqual([10, 11, 12, 13, 14, 15]);
  // The leader's pid belongs to another process by this time.
  expect(pids({ ended: true })).toEqual([12, 13, 14, 15]);
});

test('on Windows a tree is ended by taskkill, and nobody is sent a negative number', async () => {
  const ended: number[] = [];
  const end = async (leader: number): Promise<void> => void ended.push(leader);
  await killTree({ leader: 77, marker: 'm' }, 500, undefined, 'win32', end);
  await killTree({ leader: 78, marker: 'm', ended: true }, 500, undefined, 'win32', end);
  expect(ended).toEqual([77]);
  const run: unknown[] = [];
  await endWindowsTree(77, async (...call) => void run.push(call));
  expect(run).toEqual([['C:\\Windows\\System32\\taskkill.exe', ['/PID', '77', '/T', '/F']]]);
  await endWindowsTree(77, () => Promise.reject(new Error('not found')));
});
