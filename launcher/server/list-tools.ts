import * as z from 'zod/mini';
import type { SharedTool } from '../../src/mcp/calls/shared-tool.ts';
import { type DescribedTool, describeSharedTool } from '../../src/mcp/describe-tool.ts';
import { invalidParams } from '../../src/mcp/invalid-params.ts';
import { validate } from '../../src/mcp/validate.ts';
import type { AnyTool } from '../tools/definition.ts';
import { describeTool } from '../tools/describe-tool.ts';

/** A single page holds all tools, so any cursor is invalid. */
const listParams: z.ZodMiniType<object | undefined> = z.optional(z.looseObject({ cursor: z.optional(z.undefined()) }));

/** Throws an `RpcError` if the params of `tools/list` are invalid. */
export function checkListParams(params: unknown): void {
  const checked = validate(listParams, params);
  if (!checked.ok) throw invalidParams('tools/list', undefined, checked.issues, checked.why);
}

/** Describes our own tools for `tools/list`. */
export function describeTools(
  tools: readonly AnyTool[],
  shared: readonly SharedTool[],
  structured: boolean,
): readonly DescribedTool[] {
  return [
    ...tools.map((tool) => describeTool(tool, structured)),
    ...shared.map((tool) => describeSharedTool(tool, structured)),
  ];
}
