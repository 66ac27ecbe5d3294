import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { CheckResult, Installation } from '../../../../launcher/cli/doctor/check.ts';
import { runChecks } from '../../../../launcher/cli/doctor/run-checks.ts';

test('findings are printed when all before them are there', async () => {
  const printed: string[] = [];
  const ends = new Map<string, () => void>();
  const checks = Object.fromEntries(
    ['first', 'second', 'third'].map((id) => [
      id,
      [
        async (): Promise<readonly CheckResult[]> => {
          await new Promise<void>((resolve) => ends.set(id, resolve));
          return [{ id, status: 'PASS', message: '' }];
        },
        id,
      ] as const,
    ]),
  );
  const installation = { timers: { now: () => 0, after: () => () => {} } } as unknown as Installation;
  const running = runChecks(checks, installation, undefined, (found) => printed.push(...found.map(({ id }) => id)));
  const end = async (id: string): Promise<readonly string[]> => {
    ends.get(id)?.();
    await setImmediate();
    return [...printed];
  };
  expect(await end('second')).toEqual([]);
  expect(await end('first')).toEqual(['first', 'second']);
  await end('third');
  expect((await running).map(({ id }) => id)).toEqual(printed);
});
