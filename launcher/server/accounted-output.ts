import { skipped } from '../pruning/metadata.ts';
import { type Accounted, type AccountOptions, accounted, type Shortened } from './account.ts';
import { type RawOutput, type ShortenOptions, shortenOutput } from './shorten-output.ts';
import { type CallToolResult, toAnswer, toToolResult } from './tool-result.ts';

/** What one of our own tools gave, as a result, for the ledger as well. */
export function accountedOutput(
  options: ShortenOptions & AccountOptions,
  output: RawOutput,
): Promise<Accounted<CallToolResult>> {
  const { tool, outcome, question, log } = output;
  return accounted(options, {
    ...{ tool: tool.name, question, log, source: outcome.prunable },
    raw: () => tool.renderText(outcome.result),
    whole: () => wholeOutput(output),
    shorten: (keep, aside) => {
      const quiet = { enter: () => {}, signal: new AbortController().signal };
      return shortenOutput({ ...options, ...keep }, aside ? { ...output, ...quiet } : output);
    },
  });
}

function wholeOutput({ tool, outcome, structured, enter }: RawOutput): Shortened<CallToolResult> {
  enter('req:prune_check');
  const pruning = skipped('shadow', Buffer.byteLength(outcome.prunable.text));
  enter('req:respond_raw');
  return { pruning, result: toToolResult(toAnswer(tool, outcome.result, pruning), structured) };
}
