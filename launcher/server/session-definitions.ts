import type { DefinitionsRecord } from '../savings/ledger-record.ts';
import type { SavingsLedger } from '../savings/savings-ledger.ts';
import { FOCUS, FOCUS_SCHEMA } from '../tools/focus.ts';

type Definition = Readonly<Record<string, unknown>>;
type GivenRecord = Omit<DefinitionsRecord, 'at'>;
type Added = DefinitionsRecord['others'][number];

/**
 * Builds the ledger's record of the tool definitions and instructions that a session starts with because of us. Other
 * servers' tools may be listed later. Without `instructions`, the record has only those that are not in `known`, and
 * adds them to it. Returns undefined if there are none.
 */
export function definitionsRecord(
  instructions: string | undefined,
  own: readonly object[],
  others: readonly object[],
  known: Set<unknown>,
): GivenRecord | undefined {
  const fresh = (others as readonly Definition[]).filter(({ name }) => !known.has(name));
  if (instructions === undefined && fresh.length === 0) return undefined;
  for (const { name } of fresh) known.add(name);
  return {
    kind: 'definitions',
    own: instructions === undefined ? [] : [instructions, ...own.map((tool) => toSent(tool as Definition))],
    others: fresh.map((tool) => ({ listed: toSent(tool), straight: toSent(withoutFocus(tool)) })),
  };
}

/**
 * Does the same for a client that defers tools. The record has the instructions and the names of our tools as the
 * client lists them. Also returns each definition by its tool's name, to be recorded when the tool is called. Names of
 * other servers' tools are not counted, because the client would list them without us too.
 */
function deferredRecord(
  { kind, own: [instructions, ...definitions], others }: GivenRecord,
  own: readonly object[],
): { readonly record: GivenRecord; readonly definitions: ReadonlyMap<unknown, Added> } {
  const names = (own as readonly Definition[]).map(({ name }) => `mcp__pruner__${String(name)}`);
  const added = [...definitions.map((listed) => ({ listed, straight: '' })), ...others];
  const first = instructions === undefined ? [] : [instructions, names.join('\n')];
  return {
    record: { kind, own: first, others: [] },
    definitions: new Map(added.map((one) => [(JSON.parse(one.listed) as Definition)['name'], one])),
  };
}

function toSent({ name, description, inputSchema }: Definition): string {
  return JSON.stringify({ name, description, inputSchema });
}

function withoutFocus(tool: Definition): Definition {
  const schema = (tool['inputSchema'] ?? {}) as Definition;
  const { [FOCUS]: question, ...properties } = (schema['properties'] ?? {}) as Definition;
  // Keep a parameter of that name if it is the server's own.
  if (JSON.stringify(question) !== JSON.stringify(FOCUS_SCHEMA)) return tool;
  return { ...tool, inputSchema: { ...schema, properties } };
}

/** Tool definitions that the model of a session gets because of us. */
export type SessionDefinitions = ReturnType<typeof createSessionDefinitions>;

/**
 * Reports each definition to the ledger once. `isDeferred` resolves to true if the model sees only names until it asks
 * for a tool. It is called once, after the first list.
 */
export function createSessionDefinitions(ledger: Pick<SavingsLedger, 'record'>, isDeferred: () => Promise<boolean>) {
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
    /** Call when tools were listed. `instructions` go with the first list. */
    listed(instructions: string | undefined, own: readonly object[], others: readonly object[]): void {
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
    /** Call when a tool was called, because the model must have loaded its deferred definition by then. */
    called(name: unknown): void {
      called.add(name);
      load(name);
    },
  };
}
