import * as z from 'zod/mini';
import { writeJson } from '../../../src/base/json/json-number.ts';
import { isJsonObject, type JsonObject } from '../../../src/base/json/json-object.ts';
import { readJson } from '../../../src/base/json/read-json.ts';
import type { AnyToolResult } from '../../../src/fit/result/any-tool-result.ts';
import { invalidParams } from '../../../src/mcp/invalid-params.ts';
import { validate } from '../../../src/mcp/validate.ts';
import { cutToChars } from '../../../src/text/cut-text.ts';
import { nearestWord } from '../../../src/text/nearest-word.ts';
import { FOCUS } from '../../tools/focus.ts';
import { listOffered, type OfferedTool } from '../catalog/offered-tool.ts';
import { CALL_TOOL, FIND_TOOL } from './search-tool-names.ts';
import { createToolIndex, type ToolIndex } from './tool-index.ts';

/** Max UTF-16 units of a shortened description. */
const SHORT = 500;
/** Max arguments to name if there is no room for more than names. */
const MAX_NAMED = 50;

/**
 * Shortens a tool's definition to a number of UTF-8 bytes of JSON: without descriptions of its arguments, or with just
 * their names.
 */
export function shortDefinition(tool: JsonObject, bytes: number): JsonObject {
  const { description, inputSchema } = tool as { readonly description?: string; readonly inputSchema: JsonObject };
  const short = { ...tool, ...(description !== undefined && { description: cutToChars(description, SHORT) }) };
  const tries = [tool, { ...short, inputSchema: withoutDescriptions(inputSchema) }];
  const fitting = tries.find((one) => Buffer.byteLength(JSON.stringify(one)) <= bytes);
  return fitting ?? { ...short, inputSchema: { type: 'object', properties: namedAlone(inputSchema) } };
}

/** Removes descriptions, which validators ignore. An argument called `description` is an object, and stays. */
function withoutDescriptions(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutDescriptions);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).filter(([key, value]) => key !== 'description' || typeof value !== 'string');
  return Object.fromEntries(entries.map(([key, value]) => [key, withoutDescriptions(value)]));
}

function namedAlone({ properties = {} }: JsonObject): JsonObject {
  const names = Object.keys(properties as JsonObject).slice(0, MAX_NAMED);
  return Object.fromEntries(names.map((name) => [cutToChars(name, SHORT / 10), {}]));
}

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

const TOOLS = { default: 5, max: 20 } as const;
/** Max UTF-8 bytes of the definitions in a search result. Further matches are listed by name only. */
const MAX_BYTES = 8 * 1024;

/** Definitions that are listed instead of other servers' tools. */
export const SEARCH_TOOLS: readonly JsonObject[] = [
  {
    name: FIND_TOOL,
    title: 'Find a tool',
    description:
      'Search the tools of the connected MCP servers by what they do; gives names, descriptions and input schemas. Say what you want done in a few words, and name the server if you know it. Call what you find with call_tool.',
    inputSchema: {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'What the tool should do, or words of its name.' },
        limit: {
          type: 'integer',
          minimum: 1,
          maximum: TOOLS.max,
          description: `Tools at most (default: ${TOOLS.default}).`,
        },
      },
      required: ['query'],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  },
  {
    name: CALL_TOOL,
    title: 'Call a found tool',
    description: 'Call a tool that find_tool found, with arguments as its input schema says.',
    inputSchema: {
      type: 'object',
      properties: {
        name: { type: 'string', description: 'As find_tool gives it.' },
        arguments: { type: 'object' },
        [FOCUS]: { type: 'string', description: 'Ask, and only the lines that answer come back.' },
      },
      required: ['name'],
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  },
];

const findArguments: z.ZodMiniType<{ query: string; limit: number }> = z.strictObject({
  query: z.string().check(z.trim(), z.minLength(1), z.maxLength(1000)),
  limit: z._default(z.int().check(z.minimum(1), z.maximum(TOOLS.max)), TOOLS.default),
});

/** Answers `find_tool`. Throws an `RpcError` for invalid arguments. */
export function findTool(tools: readonly OfferedTool[], given: unknown): AnyToolResult {
  const args = validate(findArguments, given ?? {}, ['arguments']);
  if (!args.ok) throw invalidParams('tools/call', FIND_TOOL, args.issues, args.why);
  const ranked = rankTools(tools, args.value.query);
  const found = ranked.slice(0, args.value.limit);
  let left = MAX_BYTES;
  const shown = found.filter((tool, i) => {
    left -= Buffer.byteLength(writeJson(shownOf(tool)));
    return left >= 0 || i === 0;
  });
  const more = ranked.slice(shown.length).map(({ name }) => name);
  const body = {
    tools: shown.map(shownOf),
    ...(more.length > 0 && { more: more.slice(0, TOOLS.max) }),
    ...(found.length === 0 && { servers: serversOf(tools) }),
  };
  return { content: [{ type: 'text', text: writeJson(body) }] };
}

/** Summarizes the available servers, for when nothing is found. */
function serversOf(tools: readonly OfferedTool[]): JsonObject {
  const counts = new Map<string, number>();
  for (const { server } of tools) counts.set(server, (counts.get(server) ?? 0) + 1);
  return Object.fromEntries([...counts].map(([server, count]) => [server, `${count} tools`]));
}

function shownOf(tool: OfferedTool): JsonObject {
  const { name, description, inputSchema } = listOffered(tool).tool;
  // Every tool takes the question, so it is not repeated in each definition.
  const { [FOCUS]: _, ...properties } = ((inputSchema as JsonObject)['properties'] as JsonObject) ?? {};
  return shortDefinition({ name, description, inputSchema: { ...(inputSchema as JsonObject), properties } }, MAX_BYTES);
}

const callArguments: z.ZodMiniType<{ name: string; arguments?: Record<string, unknown> | undefined }> = z.strictObject({
  name: z.string(),
  arguments: z.optional(z.record(z.string(), z.unknown())),
  [FOCUS]: z.optional(z.unknown()),
});

/** Converts a call of `call_tool` to a call of the tool that it names. Throws an `RpcError` for invalid arguments. */
export function readCallTool(params: unknown): { readonly name: string; readonly params: JsonObject } {
  const { arguments: given, ...rest } = (params ?? {}) as JsonObject;
  const args = validate(callArguments, withParsedArguments(given ?? {}), ['arguments']);
  if (!args.ok) throw invalidParams('tools/call', CALL_TOOL, args.issues, args.why);
  const { name, arguments: own = {}, ...question } = args.value;
  return { name, params: { ...rest, name, arguments: { ...own, ...question } } };
}

/** Some models write the arguments of a tool as JSON in a string. */
function withParsedArguments(given: unknown): unknown {
  const own = isJsonObject(given) ? given['arguments'] : undefined;
  if (typeof own !== 'string') return given;
  try {
    const parsed: unknown = readJson(own);
    return isJsonObject(parsed) ? { ...(given as JsonObject), arguments: parsed } : given;
  } catch {
    return given;
  }
}

/** Max similar names to suggest for a tool that does not exist. */
const MAX_NEAR = 5;

/** Builds the answer to a call of a tool that does not exist. */
export function toolNotFound(name: string, tools: readonly OfferedTool[]): AnyToolResult {
  const names = tools.map((tool) => tool.name);
  const nearest = nearestWord(name, names);
  const alike = rankTools(tools, name).map((tool) => tool.name);
  const near = [...new Set([...(nearest === undefined ? [] : [nearest]), ...alike])].slice(0, MAX_NEAR);
  const meant = near.length === 0 ? '' : `near it are ${near.join(', ')}; `;
  const text = `[not_found: cannot call "${name.slice(0, 128)}": no server has it now; ${meant}${FIND_TOOL} gives the names there are]`;
  return { content: [{ type: 'text', text }], isError: true };
}
