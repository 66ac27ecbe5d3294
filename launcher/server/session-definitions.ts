import type { DefinitionsRecord } from '../savings/ledger-record.ts';
import type { SavingsLedger } from '../savings/savings-ledger.ts';
import { deferredRecord, definitionsRecord } from './definitions-record.ts';

/** Tool definitions that the model of a session gets because of us. */
export interface SessionDefinitions {
  /** Call when tools were listed. `instructions` go with the first list. */
  listed(instructions: string | undefined, own: readonly object[], others: readonly object[]): void;
  /** Call when a tool was called, because the model must have loaded its deferred definition by then. */
  called(name: unknown): void;
}

/**
 * Reports each definition to the ledger once. `isDeferred` resolves to true if the model sees only names until it asks
 * for a tool. It is called once, after the first list.
 */
export function createSessionDefinitions(
  ledger: Pick<SavingsLedger, 'record'>,
  isDeferred: () => Promise<boolean>,
): SessionDefinitions {
  const listed = new Set<unknown>();
  const loadable = new Map<unknown, DefinitionsRecord['others'][number]>();
  const called = new Set<unknown>();
  let deferring: Promise<boolean> | undefined;

  const load = (name: unknown): void => {
    const definition = loadable.get(name);
    if (definition === undefined) return;
    loadable.delete(name);
    ledger.record({ kind: 'definitions', own: [], others: [definition] });
  };

  return {
    listed(instructions, own, others) {
      const definitions = definitionsRecord(instructions, own, others, listed);
      if (definitions === undefined) return;
      deferring ??= isDeferred().catch(() => false);
      void deferring.then((isOn) => {
        if (!isOn) {
          ledger.record(definitions);
          return;
        }
        const deferred = deferredRecord(definitions, own);
        for (const [name, definition] of deferred.definitions) loadable.set(name, definition);
        if (instructions !== undefined) ledger.record(deferred.record);
        for (const name of called) load(name);
      });
    },
    called(name) {
      called.add(name);
      load(name);
    },
  };
}
