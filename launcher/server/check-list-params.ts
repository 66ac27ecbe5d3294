import * as z from 'zod/mini';
import { invalidParams } from '../../src/mcp/invalid-params.ts';
import { validate } from '../../src/mcp/validate.ts';

/** A single page holds all tools, so any cursor is invalid. */
const listParams: z.ZodMiniType<object | undefined> = z.optional(z.looseObject({ cursor: z.optional(z.undefined()) }));

/** Throws an `RpcError` if the params of `tools/list` are invalid. */
export function checkListParams(params: unknown): void {
  const checked = validate(listParams, params);
  if (!checked.ok) throw invalidParams('tools/list', undefined, checked.issues, checked.why);
}
