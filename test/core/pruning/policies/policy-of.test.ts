import { expect, test } from 'vitest';
import { splitLines } from '../../../../src/pruning/lines.ts';
import { policyOf } from '../../../../src/pruning/policies/policy-of.ts';
import { SAMPLES } from './samples.ts';

test.each(SAMPLES)('what $program prints is read as $policy', ({ policy, text }) => {
  expect(policyOf(splitLines(text)).name).toBe(policy);
});
