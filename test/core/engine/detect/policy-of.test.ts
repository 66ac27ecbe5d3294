import { expect, test } from 'vitest';
import { policyOf } from '../../../../src/engine/detect/policy-of.ts';
import { splitLines } from '../../../../src/text/lines.ts';
import { SAMPLES } from './policies/samples.ts';

test.each(SAMPLES)('what $program prints is read as $policy', ({ policy, text }) => {
  expect(policyOf(splitLines(text)).name).toBe(policy);
});

const times = (n: number, line: (at: number) => string): string =>
  Array.from({ length: n }, (_, at) => line(at)).join('');

test.each([
  [
    'mocha',
    `  tide\n${times(40, (at) => `    ✔ rises ${at}\n`)}\n  40 passing (3ms)\n  9 failing\n\n${times(
      9,
      (at) =>
        `  ${at + 1}) tide\n       falls ${at}:\n\n      AssertionError: 1 == 2\n\n      at Context.<anonymous> (file:///tide.js:${at}:9)\n\n`,
    )}`,
  ],
  [
    'rspec and phpunit',
    `${times(30, (at) => `  ${at + 1}) Tide falls ${at}\n     Failure/Error: expect(1).to eq 2\n`)}\n40 examples, 35 failures\n\nFailed examples:\n\n${times(35, (at) => `rspec ./spec/tide_spec.rb:${at} # Tide falls ${at}\n`)}`,
  ],
])('%s is known where it sums up far from both ends', (policy, text) => {
  expect(policyOf(splitLines(text)).name).toBe(policy);
});
