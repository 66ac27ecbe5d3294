import { withPlainNumbers } from '../../base/json/plain-numbers.ts';
import { RESULT_META, type ToolResult } from '../tool-result.ts';
import { validate } from '../validate.ts';
import type { CallableTool } from './callable-tool.ts';
import type { SharedCall, SharedTool } from './shared-tool.ts';

export interface SelfShapedArgs {
  /** Arguments as the client sent them. */
  readonly given: unknown;
  readonly value: object;
}

export interface SelfShapedOptions {
  readonly tool: SharedTool;
  /** False: the client shows the model only the text. */
  readonly structured: boolean;
  /** Records a call that was answered. Default: nothing is recorded. */
  readonly record?: ((given: unknown, result: ToolResult) => void) | undefined;
  /** See `CallableTool`. */
  readonly toFault?: ((error: unknown) => ToolResult) | undefined;
}

export type SelfShapedTool = CallableTool<SelfShapedArgs, ToolResult, ToolResult>;

/** Wraps a tool that shapes its own results, so that nothing is left to prune. */
export function selfShapedTool({ tool, structured, record = () => {}, toFault }: SelfShapedOptions): SelfShapedTool {
  return {
    name: tool.name,
    check(params) {
      const { arguments: given } = params as { readonly arguments?: unknown };
      const args = validate(tool.arguments, withPlainNumbers(given ?? {}), ['arguments']);
      if (args.ok) return { ok: true, args: { given, value: args.value } };
      const { refuse } = tool;
      if (refuse === undefined) return args;
      return {
        ...args,
        async answer(context) {
          const result = await refuse(given ?? {}, toCall(context, structured));
          return { result, recordSavings: () => record(given, result) };
        },
      };
    },
    async execute({ value }, { context }) {
      const output = await tool.execute(value, toCall(context, structured));
      return { output, failure: output.isError === true ? { code: codeOf(output) } : undefined };
    },
    async shorten(result, { args, enter }) {
      enter('req:prune_check');
      enter('req:respond_raw');
      return { result, pruning: { applied: false }, recordSavings: () => record(args.given, result) };
    },
    ...(toFault !== undefined && { toFault }),
  };
}

/** Reads the signal only if the tool does, because making one is slow. */
function toCall(context: Pick<SharedCall, 'signal'>, structured: boolean): SharedCall {
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
