import type { DefinitionsRecord } from '../ledger/ledger-record.ts';
import type { SavingsLedger } from '../ledger/savings-ledger.ts';
import { deferredRecord, definitionsRecord } from './definitions-record.ts';

/** The definitions that one session's model is sent because we are there. */
export interface SessionDefinitions {
  /** The tools were listed. `instructions` go with the first list. */
  listed(instructions: string | undefined, own: readonly object[], others: readonly object[]): void;
  /** A tool was called, so its definition is loaded by now. */
  called(name: unknown): void;
}

/**
 * Tells the ledger of each definition once. `isDeferred` says if the model is shown the names alone until it asks for a
 * tool; it is asked once, after the first list.
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
