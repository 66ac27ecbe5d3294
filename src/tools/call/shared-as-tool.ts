import { withPlainNumbers } from '../../base/json/plain-numbers.ts';
import { describeSharedTool } from '../../mcp/describe-tool.ts';
import type { SharedCall, SharedTool } from '../../mcp/shared-tool.ts';
import type { ListedTool, Run } from '../../mcp/tool.ts';
import { RESULT_META, type ToolResult } from '../../mcp/tool-result.ts';
import { validate } from '../../mcp/validate.ts';
import type { CallableTool } from './call-tool.ts';

export interface SharedArgs {
  /** Arguments as the client sent them. */
  readonly given: unknown;
  readonly value: object;
}

export interface SharedAsToolOptions {
  /** Records a call that was answered. Default: nothing is recorded. */
  readonly record?: ((given: unknown, result: ToolResult) => void) | undefined;
  /** See `Tool`. */
  readonly toFault?: ((error: unknown) => ToolResult) | undefined;
}

export type SharedCallable = CallableTool<SharedArgs, ToolResult> & ListedTool;

/** Makes a shared tool callable. Its results fit the response contract already, so they are final. */
export function sharedAsTool(
  tool: SharedTool,
  { record = () => {}, toFault }: SharedAsToolOptions = {},
): SharedCallable {
  return {
    name: tool.name,
    definition: (structured) => describeSharedTool(tool, structured),
    check(params) {
      const { arguments: given } = params as { readonly arguments?: unknown };
      const args = validate(tool.arguments, withPlainNumbers(given ?? {}), ['arguments']);
      if (args.ok) return { ok: true, args: { given, value: args.value } };
      const { refuse } = tool;
      if (refuse === undefined) return args;
      return {
        ...args,
        async answer(run) {
          const result = await refuse(given ?? {}, toCall(run));
          return { result, account: () => record(given, result) };
        },
      };
    },
    async execute({ given, value }, run) {
      const result = await tool.execute(value, toCall(run));
      const failure = result.isError === true ? { code: codeOf(result) } : undefined;
      return { result, failure, account: () => record(given, result) };
    },
    ...(toFault !== undefined && { toFault }),
  };
}

/** Reads the signal only if the tool does, because making one is slow. */
function toCall({ context, client: { structured } }: Pick<Run, 'context' | 'client'>): SharedCall {
  return {
    structured,
    get signal() {
      return context.signal;
    },
  };
}

function codeOf({ structuredContent, _meta }: ToolResult): unknown {
  return ((structuredContent ?? _meta?.[RESULT_META]) as { readonly code?: unknown } | undefined)?.code;
}
