import { PROGRESS } from '../../../../src/engine/detect/policies/logs.ts';
import { BY_KIND, POLICIES } from '../../../../src/engine/detect/policies/policies.ts';
import { LINES } from '../../../../src/engine/detect/policies/tables.ts';
import { policyOf } from '../../../../src/engine/detect/policy-of.ts';
import type { Policy } from '../../../../src/engine/structure/policy.ts';
import { splitLines } from '../../../../src/text/lines.ts';
import type { ReadText } from './rule.ts';

/** Every policy by a unique name. */
export const NAMED_POLICIES: ReadonlyMap<string, Policy> = named([
  ...POLICIES,
  PROGRESS,
  LINES,
  ...Object.values(BY_KIND),
]);

function named(policies: readonly Policy[]): ReadonlyMap<string, Policy> {
  const byName = new Map<string, Policy>();
  for (const policy of policies) {
    const times = policies.filter(({ name }) => name === policy.name).indexOf(policy);
    byName.set(times === 0 ? policy.name : `${policy.name} ${times + 1}`, policy);
  }
  return byName;
}

/** Splits a text and finds its policy, as the engine does. */
export function readText(text: string, path: string | undefined): ReadText {
  const found = policyOf(splitLines(text), { path });
  // The policy of unknown lines is a copy of its row, so it is found by its name.
  const own = [...NAMED_POLICIES].find(([, policy]) => policy === found)?.[0] ?? found.name;
  return { lines: text.split(/\r?\n/), policy: own, kind: found.kind };
}
