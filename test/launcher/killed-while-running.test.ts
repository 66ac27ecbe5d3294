import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startLauncher } from '../support/launcher.ts';
import { running } from '../support/running.ts';
import { tempDir } from '../support/temp-dir.ts';
import { until } from '../support/until.ts';

const COMMAND = `echo $$ >> pids
sleep 5000 & echo $! >> pids
bash -c 'trap "" TERM HUP; echo $$ >> pids; while :; do sleep 0.05; done' &
setsid bash -c 'echo $$ >> pids; exec sleep 5001' &
(setsid bash -c 'echo $$ >> pids; exec sleep 5002' &)
`;
const PROCESSES = 5;

test('a launcher that is killed at once leaves no process of its commands, neither of a running one nor of an ended one', {
  timeout: 60_000,
}, async () => {
  const root = tempDir();
  const launcher = startLauncher(root);
  const call = (command: string) => ({ name: 'bash', arguments: { command } });
  await launcher.request('tools/call', call(COMMAND));
  launcher.send(JSON.stringify({ jsonrpc: '2.0', id: 'runs', method: 'tools/call', params: call(`${COMMAND} wait`) }));
  const pids = await until(async () => {
    const text = await readFile(path.join(root, 'pids'), 'utf8').catch(() => '');
    const found = text.split('\n').filter(Boolean).map(Number);
    return found.length === 2 * PROCESSES && text.endsWith('\n') ? found : undefined;
  });
  // The first shell has ended.
  expect(await running(pids)).toHaveLength(2 * PROCESSES - 1);
  launcher.child.kill('SIGKILL');
  await launcher.exited;
  await until(async () => ((await running(pids)).length === 0 ? true : undefined));
});
