import * as z from 'zod/mini';
import { JsonNumber } from '../../base/json/json-number.ts';
import type { Value } from '../value.ts';

export const METHOD = 'tools/call';
/** Max UTF-16 units of a tool's name that errors repeat. MCP allows 128. */
const LONGEST_NAME = 128;

const progressToken = z.optional(z.union([z.string(), z.number(), z.instanceof(JsonNumber)]));

/** Params of `tools/call`: MCP 2025-11-25, "CallToolRequest". */
export const callParams = z.looseObject({
  name: z.string(),
  arguments: z.optional(z.record(z.string(), z.unknown())),
  _meta: z.optional(z.looseObject({ progressToken })),
});
export type CallParams = Value<typeof callParams>;

/** Returns the tool name in the params, even if the rest is invalid. */
export function toolNameOf(params: unknown): string | undefined {
  const name = typeof params === 'object' && params !== null ? (params as { name?: unknown }).name : undefined;
  return typeof name === 'string' ? name.slice(0, LONGEST_NAME) : undefined;
}
