import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { keepYoungSmall } from '../../../../launcher/platform/process/keep-young-small.ts';
import { NODE, ROOT } from '../../../runtime/started.ts';

const GROWN = `
  import { getHeapSpaceStatistics } from 'node:v8';
  import { keepYoungSmall } from '${ROOT}launcher/platform/process/keep-young-small.ts';
  if (process.argv[1] === 'small') keepYoungSmall();
  let held = [];
  for (let i = 0; i < 400_000; i++) {
    held.push({ i });
    if (held.length > 50_000) held = [];
  }
  console.log(getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size);
`;

const grown = (...args: string[]): number =>
  Number(execFileSync(NODE, ['--input-type=module', '-e', GROWN, ...args], { encoding: 'utf8' }));

test('the young generation does not grow', () => {
  const small = grown('small');
  expect(small).toBeLessThanOrEqual(4 * 1024 * 1024);
  expect(grown()).toBeGreaterThan(small);
});

test('a runtime without the flag goes on', () => {
  expect(keepYoungSmall).not.toThrow();
});
