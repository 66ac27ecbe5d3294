import type { Effect } from './effect.ts';
import type { KindIn, Next, RunState } from './run-table.ts';
import { TRANSITIONS } from './transitions.ts';
import type { Trigger, TriggerOf } from './trigger.ts';

/** Where a run is now, and what is to be done, in this order. */
export interface Transition<To extends RunState> {
  readonly state: To;
  readonly effects: readonly Effect[];
}

interface AnyRow {
  readonly to: RunState;
  readonly effects: (trigger: Trigger) => readonly Effect[];
}

/**
 * The step out of a state. Only what may happen in it compiles: nothing leads out of `run:shutdown`. Pure. Throws
 * where a caller without types asks for a step that there is not.
 */
export function transition<S extends RunState, K extends KindIn<S> & Trigger['kind']>(
  state: S,
  trigger: TriggerOf<K> & { readonly kind: K },
): Transition<Next<S, K>> {
  // Its rows agree with the table by type; that an index by type parameters keeps it, the compiler cannot follow.
  const rows = TRANSITIONS[state] as unknown as Readonly<Record<string, AnyRow>>;
  const row = Object.hasOwn(rows, trigger.kind) ? rows[trigger.kind] : undefined;
  if (row === undefined) throw new Error(`cannot leave "${state}" by "${trigger.kind}": ${allowedIn(state)}`);
  return { state: row.to as Next<S, K>, effects: row.effects(trigger) };
}

function allowedIn(state: RunState): string {
  const kinds = Object.keys(TRANSITIONS[state]);
  return kinds.length === 0 ? 'it is the last state' : `allowed is ${kinds.join(', ')}`;
}
