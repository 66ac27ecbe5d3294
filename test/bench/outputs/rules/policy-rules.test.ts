import { expect, test } from 'vitest';
import { POLICIES } from '../../../../src/engine/detect/policies/policies.ts';
import { PRINTED, STATES } from '../../../../src/engine/structure/marks/printed-marks.ts';
import { NAMED_POLICIES } from './policy-names.ts';
import { fieldRules, markRules, policyRules } from './policy-rules.ts';
import type { Rule } from './rule.ts';

const now = (): unknown => structuredCloneOf({ POLICIES, PRINTED, STATES, all: [...NAMED_POLICIES] });

/** Copies the parts that the rules may change. Functions and patterns stay the same objects. */
function structuredCloneOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(structuredCloneOf);
  if (typeof value !== 'object' || value === null || value instanceof RegExp) return value;
  return Object.fromEntries(Object.entries(value).map(([key, own]) => [key, structuredCloneOf(own)]));
}

test.each<[string, () => readonly Rule[]]>([
  ['policies', policyRules],
  ['fields', fieldRules],
  ['marks', markRules],
])('%s are taken out and put back as they were', async (_, rules) => {
  const before = now();
  for (const rule of rules()) {
    const { putBack } = await rule.takeOut();
    expect(now(), rule.name).not.toEqual(before);
    putBack();
    expect(now(), rule.name).toEqual(before);
  }
});

test('every policy has a name of its own', () => {
  expect([...new Set(NAMED_POLICIES.values())]).toHaveLength(NAMED_POLICIES.size);
});
