import { spawn } from 'node:child_process';
import { NODE, ROOT } from '../runtime/started.ts';

const READY = 'ready\n';

/**
 * Requests a worker's `/health` from another process while `work` runs. Resolves to the milliseconds of each,
 * ascending.
 */
export async function probing(url: string, work: () => Promise<void>): Promise<readonly number[]> {
  const child = spawn(NODE, ['test/load/health-probe.ts', url], { cwd: ROOT, stdio: ['pipe', 'pipe', 'inherit'] });
  let written = '';
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const ready = new Promise<void>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      written += chunk;
      if (written.startsWith(READY)) resolve();
    });
  });
  await Promise.race([ready, closed]);
  await work().finally(() => child.stdin.end());
  await closed;
  return (JSON.parse(written.slice(READY.length)) as number[]).sort((a, b) => a - b);
}

/** Returns the value that `share` of the ascending values do not exceed. */
export function quantile(ascending: readonly number[], share: number): number {
  return ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * share))] ?? Number.NaN;
}
