import * as z from 'zod/mini';
import { RESPONSE_BYTES } from '../../base/response-bytes.ts';
import { ContextError, type ContextErrorCode, type ContextFailure } from '../../context/context-error.ts';
import { described } from '../../context/described.ts';
import { wrapResponse } from '../../fit/wrap-response.ts';
import type { SharedCall, SharedTool } from '../../mcp/shared-tool.ts';
import type { ToolResult } from '../../mcp/tool-result.ts';
import { whyInvalid } from '../../mcp/why-invalid.ts';
import { SqlError } from '../../storage/sql-error.ts';
import type { ContextDeps } from './context-deps.ts';
import { fitLists } from './fit-lists.ts';

/** Outcome of a call. */
export interface ContextAnswer {
  readonly summary: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface ContextToolSpec<Args extends object> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: SharedTool['annotations'];
  readonly arguments: z.ZodMiniType<Args>;
  /** Fields of the result, in addition to those common to all results. */
  readonly result: Readonly<Record<string, z.ZodMiniType>>;
  run(args: Args, deps: ContextDeps, call: SharedCall): Promise<ContextAnswer>;
}

/** Lists and texts are bounded by bytes alone: texts come whole or not at all, lists go through `fitLists`. */
const LIMITS = { maxArrayItems: 10_000, maxStringLength: 1e6, maxLogLines: 1e6 };

const COMMON = {
  summary: z.string(),
  success: z.boolean(),
  artifactRef: z.optional(described(z.string(), 'Reference of the full answer. Read it with the tool artifact.')),
  truncated: z.optional(z.boolean()),
  hasMore: z.optional(z.boolean()),
  code: z.optional(z.string()),
  message: z.optional(z.string()),
};

/** Failures by id. */
export const failures: z.ZodMiniType = list({ segment_id: z.string(), code: z.string(), message: z.string() });

/** Schema of a list of objects; long lists may come as `columns` and `rows`. */
export function list(fields: Readonly<Record<string, z.ZodMiniType>>): z.ZodMiniType {
  const loose = Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, z.optional(schema)]));
  const columns = z.object({ columns: z.array(z.string()), rows: z.array(z.array(z.unknown())) });
  return z.union([z.array(z.looseObject(loose)), columns]);
}

/** Makes a tool over one owner's segments. Expected failures are results with `isError` and a `ContextErrorCode`. */
export function toContextTool<Args extends object>(spec: ContextToolSpec<Args>, deps: ContextDeps): SharedTool {
  const { name, title, description, annotations } = spec;
  const tool: SharedTool<Args> = {
    ...{ name, title, description, annotations },
    arguments: spec.arguments,
    result: resultOf(spec.name, spec.result),
    async execute(args, call) {
      try {
        const { summary, data } = await spec.run(args, deps, call);
        return await wrap(data, { summary }, deps, call);
      } catch (error) {
        const known = toContextError(error);
        if (known === undefined) throw error;
        if (error instanceof SqlError) deps.onStorageFailure?.(error);
        return await toFailure(known, deps, call);
      }
    },
    refuse: (given, call) => {
      const message = `cannot call ${name}: ${whyInvalid(spec.arguments.safeParse(given).error?.issues ?? [], given)}`;
      return toFailure(new ContextError('INVALID_PARAMETER', message), deps, call);
    },
  };
  return tool as unknown as SharedTool;
}

/** Schemas by tool name, cached because hosts create the tools for every call. */
const results = new Map<string, z.ZodMiniType>();

function resultOf(name: string, fields: Readonly<Record<string, z.ZodMiniType>>): z.ZodMiniType {
  const known = results.get(name);
  if (known !== undefined) return known;
  const optional = Object.fromEntries(Object.entries(fields).map(([key, one]) => [key, z.optional(one)]));
  const made = z.looseObject({ ...COMMON, ...optional });
  results.set(name, made);
  return made;
}

/** Thrown if every part of a request failed. */
export class AllFailed extends ContextError {
  readonly failures: readonly ContextFailure[];

  constructor(failures: readonly ContextFailure[]) {
    const [{ code, message } = { code: 'INTERNAL_ERROR' as ContextErrorCode, message: 'nothing was done' }] = failures;
    super(code, failures.length > 1 ? `${message} (and ${failures.length - 1} more)` : message);
    this.failures = failures;
  }
}

function toContextError(error: unknown): ContextError | undefined {
  if (error instanceof ContextError) return error;
  if (!(error instanceof SqlError)) return undefined;
  const again = error.code === 'busy' ? '; try again shortly' : '';
  return new ContextError(
    'INTERNAL_ERROR',
    `cannot use the context store: ${error.message}${again}; nothing was changed`,
  );
}

function toFailure(error: ContextError, deps: ContextDeps, call: SharedCall): Promise<ToolResult> {
  const { code, message } = error;
  const errors = error instanceof AllFailed ? { errors: error.failures } : {};
  return wrap({ code, message, ...errors }, { summary: `${code}: ${message}`, success: false }, deps, call);
}

function wrap(
  data: Readonly<Record<string, unknown>>,
  options: { readonly summary: string; readonly success?: boolean },
  { artifacts, maxBytes = RESPONSE_BYTES }: ContextDeps,
  { structured = true }: SharedCall,
): Promise<ToolResult> {
  const limits = { ...LIMITS, maxBytes };
  const fitted = fitLists(data, maxBytes, structured);
  const whole = fitted.cut ? data : undefined;
  return wrapResponse(fitted.data, { ...options, limits, artifacts, domain: 'context', structured, whole });
}
