import { FOCUS, FOCUS_SCHEMA } from '../gateway/catalog/focus-schema.ts';
import type { DefinitionsRecord } from '../ledger/ledger-record.ts';

type Definition = Readonly<Record<string, unknown>>;

/**
 * What a session begins with because we are there: what a model is sent of the tools, and the instructions. Other
 * servers' tools may come later: without `instructions`, what is added by those that are not among `known`, which is
 * added to; undefined where there are none.
 */
export function definitionsRecord(
  instructions: string | undefined,
  own: readonly object[],
  others: readonly object[],
  known: Set<unknown>,
): Omit<DefinitionsRecord, 'at'> | undefined {
  const fresh = (others as readonly Definition[]).filter(({ name }) => !known.has(name));
  if (instructions === undefined && fresh.length === 0) return undefined;
  for (const { name } of fresh) known.add(name);
  return {
    kind: 'definitions',
    own: instructions === undefined ? [] : [instructions, ...own.map((tool) => toSent(tool as Definition))],
    others: fresh.map((tool) => ({ listed: toSent(tool), straight: toSent(withoutFocus(tool)) })),
  };
}

function toSent({ name, description, inputSchema }: Definition): string {
  return JSON.stringify({ name, description, inputSchema });
}

function withoutFocus(tool: Definition): Definition {
  const schema = (tool['inputSchema'] ?? {}) as Definition;
  const { [FOCUS]: question, ...properties } = (schema['properties'] ?? {}) as Definition;
  // One of the server's own stays.
  if (JSON.stringify(question) !== JSON.stringify(FOCUS_SCHEMA)) return tool;
  return { ...tool, inputSchema: { ...schema, properties } };
}
