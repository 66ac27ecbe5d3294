import { ArtifactError } from '../../src/artifacts/artifact-error.ts';
import { withPlainNumbers } from '../../src/json/plain-numbers.ts';
import type { SharedTool } from '../../src/mcp/shared-tool.ts';
import { validate } from '../../src/mcp/validate.ts';
import { RESULT_META } from '../../src/shaping/tool-result.ts';
import { shownText } from '../ledger/shown-text.ts';
import { skipped } from '../pruning/metadata.ts';
import type { CallContext } from './call-context.ts';
import type { CallableTool } from './callable-tool.ts';
import type { AccountOptions } from './record-savings.ts';
import { storeFault } from './store-fault.ts';
import type { CallToolResult } from './tool-result.ts';

interface SelfShapedArgs {
  /** Arguments as the client sent them. */
  readonly given: unknown;
  readonly value: object;
}

/** Wraps a tool that shapes its own results, so that nothing is left to prune. */
export function selfShapedTool(
  { ledger }: Pick<AccountOptions, 'ledger'>,
  tool: SharedTool,
  structured: boolean,
): CallableTool<SelfShapedArgs, CallToolResult, CallToolResult> {
  const { name } = tool;
  const record = (given: unknown, result: CallToolResult): void => {
    const written = JSON.stringify(given);
    ledger?.record({ kind: 'fetch', tool: name, shown: shownText(result.content), written });
  };
  return {
    name,
    check(params) {
      const { arguments: given } = params as { readonly arguments?: unknown };
      const args = validate(tool.arguments, withPlainNumbers(given ?? {}), ['arguments']);
      if (args.ok) return { ok: true, args: { given, value: args.value } };
      const { refuse } = tool;
      if (refuse === undefined) return args;
      const answer = async ({ signal }: CallContext) => {
        const result = await refuse(given ?? {}, { signal, structured });
        return { result, recordSavings: () => record(given, result) };
      };
      return { ...args, answer };
    },
    async execute({ value }, { context: { signal } }) {
      const output = await tool.execute(value, { signal, structured });
      return { output, failure: output.isError === true ? { code: codeOf(output) } : undefined };
    },
    async shorten(result, { args, enter }) {
      enter('req:prune_check');
      enter('req:respond_raw');
      return { result, pruning: skipped('no_focus_question', 0), recordSavings: () => record(args.given, result) };
    },
    toFault(error) {
      throw error instanceof ArtifactError ? storeFault(error) : error;
    },
  };
}

function codeOf({ structuredContent, _meta }: CallToolResult): unknown {
  return ((structuredContent ?? _meta?.[RESULT_META]) as { readonly code?: unknown } | undefined)?.code;
}
