import type { Effect } from './effect.ts';
import type { KindIn, Next, RunState } from './run-table.ts';
import { TRANSITIONS } from './transitions.ts';
import type { Trigger, TriggerOf } from './trigger.ts';

/** New state of a run, and the effects to carry out, in order. */
export interface Transition<To extends RunState> {
  readonly state: To;
  readonly effects: readonly Effect[];
}

interface AnyRow {
  readonly to: RunState;
  readonly effects: (trigger: Trigger) => readonly Effect[];
}

/**
 * Returns the transition out of a state. It is pure. Only allowed triggers compile, so nothing leads out of
 * `run:shutdown`. Throws if an untyped caller asks for a transition that does not exist.
 */
export function transition<S extends RunState, K extends KindIn<S> & Trigger['kind']>(
  state: S,
  trigger: TriggerOf<K> & { readonly kind: K },
): Transition<Next<S, K>> {
  // The rows match the table by type, but the compiler cannot follow that through an index by type parameters.
  const rows = TRANSITIONS[state] as unknown as Readonly<Record<string, AnyRow>>;
  const row = Object.hasOwn(rows, trigger.kind) ? rows[trigger.kind] : undefined;
  if (row === undefined) throw new Error(`cannot leave "${state}" by "${trigger.kind}": ${allowedIn(state)}`);
  return { state: row.to as Next<S, K>, effects: row.effects(trigger) };
}

function allowedIn(state: RunState): string {
  const kinds = Object.keys(TRANSITIONS[state]);
  return kinds.length === 0 ? 'it is the last state' : `allowed is ${kinds.join(', ')}`;
}
