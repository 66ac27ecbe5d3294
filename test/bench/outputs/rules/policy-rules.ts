import { POLICIES } from '../../../../src/engine/detect/policies/policies.ts';
import { pruneText } from '../../../../src/engine/embedded.ts';
import * as listings from '../../../../src/engine/structure/marks/listing-marks.ts';
import type { Mark } from '../../../../src/engine/structure/marks/mark.ts';
import * as printed from '../../../../src/engine/structure/marks/printed-marks.ts';
import * as runs from '../../../../src/engine/structure/marks/run-marks.ts';
import type { EvidencePolicy, Policy } from '../../../../src/engine/structure/policy.ts';
import { NAMED_POLICIES } from './policy-names.ts';
import type { Rule, Without } from './rule.ts';

/** All lists of marks, by name. */
const LISTS: Readonly<Record<string, readonly Mark[]>> = { ...listings, ...runs, ...printed };

/** Fields that decide how a text is pruned. `name`, `kind` and `signs` only identify the policy. */
const FIELDS = [
  ...(['records', 'scoredBy', 'headers', 'rows', 'keyed', 'named', 'titles', 'measure', 'newest', 'prior'] as const),
  ...(['marks'] as const),
] as const satisfies readonly (keyof Policy)[];

/** Rules that remove a whole policy, so that its texts get the next policy that fits. */
export function policyRules(): readonly Rule[] {
  return [...NAMED_POLICIES].flatMap(([name, policy]) => {
    const at = POLICIES.indexOf(policy);
    return at < 0 ? [] : [{ group: 'Policies', name, applies: isOf(name), takeOut: () => withoutItem(POLICIES, at) }];
  });
}

/** Rules that remove a field of a policy, or one part of its evidence or marks. */
export function fieldRules(): readonly Rule[] {
  const group = 'Fields of policies';
  return [...NAMED_POLICIES].flatMap(([name, policy]) => {
    const applies = isOf(name);
    const field = (path: string, takeOut: Rule['takeOut']): Rule => ({
      ...{ group, name: `${name}: ${path}`, applies, isWide: true, takeOut },
    });
    const fields = FIELDS.filter((key) => policy[key] !== undefined);
    const evidence = Object.keys(policy.evidence ?? {}) as (keyof EvidencePolicy)[];
    const own = listsOf(policy);
    return [
      ...fields.map((key) => field(key, () => withField(policy, key, undefined))),
      ...evidence.map((key) =>
        field(`evidence.${key}`, () => withField(policy, 'evidence', { ...policy.evidence, [key]: undefined })),
      ),
      ...(own.length < 2 ? [] : own).map(([list, marks]) =>
        field(`marks.${list}`, () =>
          withField(
            policy,
            'marks',
            policy.marks?.filter((mark) => !marks.includes(mark)),
          ),
        ),
      ),
    ];
  });
}

/** Rules that remove a mark from every policy that has it. */
export function markRules(): readonly Rule[] {
  const rules = new Map<Mark, Rule>();
  const ofLists = Object.entries(LISTS).map(([list, marks]): [string, readonly Mark[]] => [list, marks]);
  const ofPolicies = [...NAMED_POLICIES].map(([name, { marks = [] }]): [string, readonly Mark[]] => [name, marks]);
  for (const [list, marks] of [...ofLists, ...ofPolicies])
    for (const [i, mark] of marks.entries()) if (!rules.has(mark)) rules.set(mark, markRule(`${list} ${i + 1}`, mark));
  return [...rules.values()];
}

function markRule(place: string, mark: Mark): Rule {
  const holders = [...NAMED_POLICIES].filter(([, { marks }]) => marks?.includes(mark) === true);
  const names = new Set(holders.map(([name]) => name));
  const everywhere = [printed.PRINTED, printed.STATES].find((list) => list.includes(mark));
  return {
    group: 'Marks',
    name: `${place}: ${mark.asked.source}`,
    applies: ({ policy, lines }, ask) =>
      (everywhere !== undefined || names.has(policy)) &&
      mark.asked.test(ask) &&
      lines.some((line) => mark.line.test(line)),
    takeOut: () => {
      if (everywhere !== undefined) return withoutItem(everywhere, everywhere.indexOf(mark));
      const taken = holders.map(([, policy]) =>
        withField(
          policy,
          'marks',
          policy.marks?.filter((one) => one !== mark),
        ),
      );
      return {
        prune: pruneText,
        putBack: () => {
          for (const { putBack } of taken) putBack();
        },
      };
    },
  };
}

/** Returns the lists of marks that a policy combines. */
function listsOf({ marks = [] }: Policy): readonly (readonly [string, readonly Mark[]])[] {
  return Object.entries(LISTS).filter(([, list]) => list.every((mark: Mark) => marks.includes(mark)));
}

function isOf(name: string): Rule['applies'] {
  return ({ policy }) => policy === name;
}

/** Sets a field of a policy until it is restored. */
function withField<Key extends keyof Policy>(policy: Policy, key: Key, value: Policy[Key] | undefined): Without {
  const before = policy[key];
  Reflect.set(policy, key, value);
  return { prune: pruneText, putBack: (): void => void Reflect.set(policy, key, before) };
}

/** Removes an item from a list until it is restored. */
export function withoutItem<Item>(list: readonly Item[], at: number): Without {
  const items = list as Item[];
  const taken = items.splice(at, 1);
  return { prune: pruneText, putBack: (): void => void items.splice(at, 0, ...taken) };
}
