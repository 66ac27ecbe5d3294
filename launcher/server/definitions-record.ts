import { FOCUS, FOCUS_SCHEMA } from '../gateway/catalog/focus-schema.ts';
import type { DefinitionsRecord } from '../ledger/ledger-record.ts';

type Definition = Readonly<Record<string, unknown>>;

/** What a session begins with because we are there: what a model is sent of the tools, and the instructions. */
export function definitionsRecord(
  instructions: string,
  own: readonly object[],
  others: readonly object[],
): Omit<DefinitionsRecord, 'at'> {
  return {
    kind: 'definitions',
    own: [instructions, ...own.map((tool) => toSent(tool as Definition))],
    others: others.map((tool) => ({
      listed: toSent(tool as Definition),
      straight: toSent(withoutFocus(tool as Definition)),
    })),
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
