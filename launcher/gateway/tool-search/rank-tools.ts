import type { JsonObject } from '../../../src/base/json/json-object.ts';
import type { OfferedTool } from '../catalog/offered-tool.ts';
import { createToolIndex, type ToolIndex } from './tool-index.ts';

let indexed: { readonly tools: readonly OfferedTool[]; readonly index: ToolIndex } | undefined;

/**
 * Returns the tools that share words with a request, best first. A tool whose name is the request comes first. The index
 * is reused while the tools stay the same.
 */
export function rankTools(tools: readonly OfferedTool[], request: string): readonly OfferedTool[] {
  const isSame = indexed?.tools.length === tools.length && tools.every((tool, i) => tool === indexed?.tools[i]);
  if (indexed === undefined || !isSame) indexed = { tools, index: createToolIndex(tools.map(toSearchable)) };
  const found = indexed.index.search(request).map((i) => tools[i] as OfferedTool);
  const named = tools.filter(({ name, tool }) => request === name || request === tool.name);
  return [...new Set([...named, ...found])];
}

function toSearchable({ server, tool }: OfferedTool): Parameters<typeof createToolIndex>[0][number] {
  const { name, title, description, inputSchema } = tool;
  const args = Object.entries((inputSchema['properties'] ?? {}) as JsonObject).map(([argument, schema]) => ({
    name: argument,
    description: textOf((schema as JsonObject | null)?.['description']),
  }));
  return { server, name, title: textOf(title), description: textOf(description), arguments: args };
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
