import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { running } from '../support/running.ts';
import { until } from '../support/until.ts';
import { type BuiltLauncher, type Fields, startBuilt } from './gateway-launcher.ts';
import { type Memory, probeMemory } from './gateway-memory.ts';
import { NODE, ROOT } from './installed.ts';

const KILLS = 200;
/** Concurrent calls of each tool. */
const AT_ONCE = 3;
/** Max milliseconds that a call takes in the server. */
const CALL_MS = 15;
/**
 * Limits for the growth of memory from the second quarter to the last. A leak of 10 kB for each kill would exceed the limit
 * of the heap. Measured growth is 0.1 MB of heap, and 0.6 to 6.5 MB of resident memory, or 5 MB after 500 kills. That growth
 * is the allocator's: a bare Node that starts as many children shows the same.
 */
const HEAP_BYTES = 1_000_000;
const RESIDENT_BYTES = 15_000_000;
const TOOLS = ['look', 'set', 'pay'] as const;

interface Load {
  /** Number of calls, and texts of those that failed, by tool. */
  readonly calls: Record<string, number>;
  readonly failed: Record<string, string[]>;
  /** Id of the process that answered last. Undefined until every call in flight began after its first answer. */
  settled(): number | undefined;
  stop(): Promise<void>;
}

const textOf = ({ content }: Fields): string => (content as { text: string }[]).map(({ text }) => text).join('\n');

function startLoad(launcher: BuiltLauncher): Load {
  const calls: Record<string, number> = { look: 0, set: 0, pay: 0 };
  const failed: Record<string, string[]> = { look: [], set: [], pay: [] };
  const begunAt = new Map<object, number>();
  let last = 0;
  let stopped = false;
  const caller = async (tool: string): Promise<void> => {
    while (!stopped) {
      const call = (calls[tool] ?? 0) + 1;
      calls[tool] = call;
      const ms = call % CALL_MS;
      const own = {};
      begunAt.set(own, last);
      const answer = await launcher
        .raw('tools/call', { name: `mcp_killed_${tool}`, arguments: { call, ms } })
        .catch((error: unknown) => ({ isError: true, content: [{ text: `thrown: ${String(error)}` }] }));
      begunAt.delete(own);
      const text = textOf(answer);
      if (answer['isError'] === true || !text.endsWith(` ${call}`)) failed[tool]?.push(text);
      else last = Number(text.split(' ')[0]);
    }
  };
  const callers = TOOLS.flatMap((tool) => Array.from({ length: AT_ONCE }, () => caller(tool)));
  return {
    ...{ calls, failed },
    settled: () => ([...begunAt.values()].every((pid) => pid === last) ? last : undefined),
    async stop() {
      stopped = true;
      await Promise.all(callers);
    },
  };
}

const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);

test('a server that is killed 200 times under load loses no answer that can be had again, and leaves nothing', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'gateway-restarts-'));
  const record = path.join(folder, 'record');
  const killed = { command: NODE, args: [`${ROOT}test/clients/gateway-killed-server.mjs`], env: { RECORD: record } };
  const launcher = await startBuilt({ killed }, { nodeArgs: ['--inspect=127.0.0.1:0'] });
  onTestFinished(async () => {
    await launcher.end();
    rmSync(folder, { recursive: true });
  });
  const address = await until(async () => /ws:\S+/.exec(launcher.printed.join('\n'))?.[0]);
  const probe = await probeMemory(address);
  await until(async () => {
    const { tools } = (await launcher.raw('tools/list')) as { tools: { name: string }[] };
    return tools.some(({ name }) => name === 'mcp_killed_pay') ? true : undefined;
  });

  const began = performance.now();
  const load = startLoad(launcher);
  const memory: Memory[] = [];
  let before = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    // The gateway repeats a call once, so no call may be hit by two kills.
    const pid = await until(async () => (load.settled() === before ? undefined : load.settled()));
    process.kill(pid, 'SIGKILL');
    before = pid;
    if (kill % 5 === 4) memory.push(await probe.measure());
  }
  await until(async () => (load.settled() === before ? undefined : load.settled()));
  await load.stop();
  const seconds = (performance.now() - began) / 1000;
  probe.close();

  const quarter = Math.floor(memory.length / 4);
  const compare = (of: keyof Memory): readonly [number, number] => [
    median(memory.slice(quarter, 2 * quarter).map((one) => one[of])),
    median(memory.slice(-quarter).map((one) => one[of])),
  ];
  const shown = (['heap', 'external', 'resident'] as const)
    .map((of) => `${of} ${compare(of).map(megabytes).join(' → ')} MB`)
    .join(', ');
  const { look = 0, set = 0, pay = 0 } = load.calls;
  const { pay: unpaid = [] } = load.failed;
  console.log(
    `${KILLS} kills in ${seconds.toFixed(1)} s; ${look + set} calls that may be repeated, ${pay} that may not, ${unpaid.length} of them failed; ${shown}`,
  );

  expect(load.failed['look']).toEqual([]);
  expect(load.failed['set']).toEqual([]);
  for (const text of unpaid) {
    expect(text).toMatch(/^\[closed: lost the connection to server "killed": (?:it|the server)/);
    expect(text).toContain('It may have run: check before you call it again');
  }
  const recorded = readFileSync(record, 'utf8').trim().split('\n');
  const paid = recorded.filter((line) => line.startsWith('pay '));
  expect(paid.length).toBeGreaterThan(KILLS);
  expect(new Set(paid).size).toBe(paid.length);
  const [heapThen, heapNow] = compare('heap');
  expect(heapNow).toBeLessThan(heapThen + HEAP_BYTES);
  const [residentThen, residentNow] = compare('resident');
  expect(residentNow).toBeLessThan(residentThen + RESIDENT_BYTES);
  const pids = recorded.filter((line) => line.startsWith('pid ')).map((line) => Number(line.slice(4)));
  expect(pids.length).toBe(2 * (KILLS + 1));
  await launcher.end();
  expect(await running([...pids, launcher.pid])).toEqual([]);
}, 150_000);
