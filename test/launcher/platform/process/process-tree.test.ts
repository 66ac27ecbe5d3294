import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { processTable, readPs } from '../../../../launcher/platform/process/process-tree.ts';

for (const [name, read] of [
  ['the table', processTable],
  ['ps', readPs],
] as const) {
  test(`${name} tells a process by its parent and its group`, async () => {
    // A name with brackets and spaces, which a naive parser of /proc/PID/stat misreads.
    const child = spawn('bash', ['-c', 'exec -a "a) b (c" sleep 5000'], { detached: true, stdio: 'ignore' });
    onTestFinished(() => {
      child.kill('SIGKILL');
    });
    await once(child, 'spawn');
    const entry = (await read()).find(({ pid }) => pid === child.pid);
    expect(entry).toMatchObject({ pid: child.pid, parent: process.pid, group: child.pid });
    expect(entry?.started).toMatch(/\d/);
  });

  test(`${name} leaves out what has ended`, async () => {
    const child = spawn('bash', ['-c', 'sleep 5000 & echo $!; kill -KILL $!; wait; read'], {
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    onTestFinished(() => {
      child.kill('SIGKILL');
    });
    const [pid] = await once(child.stdout, 'data');
    child.stdin.end();
    await once(child, 'close');
    expect((await read()).some((entry) => entry.pid === Number(pid) || entry.pid === child.pid)).toBe(false);
  });
}
