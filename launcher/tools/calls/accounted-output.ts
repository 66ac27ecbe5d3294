import { skipped } from '../pruning-metadata.ts';
import type { RawOutput, ShortenOptions } from './raw-output.ts';
import { type Accounted, type AccountOptions, accounted, type Shortened } from './record-savings.ts';
import { shortenOutput } from './shorten-output.ts';
import { type CallToolResult, textOf, toToolResult } from './tool-result.ts';

/** Turns the output of one of our own tools into a result, and reports it to the ledger. */
export function accountedOutput(
  options: ShortenOptions & AccountOptions,
  output: RawOutput,
): Promise<Accounted<CallToolResult>> {
  const { answer, prunable, question, log } = output;
  return accounted(options, {
    ...{ tool: answer.tool.name, question, log, source: prunable },
    raw: () => textOf(answer),
    whole: () => wholeOutput(output),
    shorten: (keep, aside) => {
      const quiet = { enter: () => {}, signal: new AbortController().signal };
      return shortenOutput({ ...options, ...keep }, aside ? { ...output, ...quiet } : output);
    },
  });
}

function wholeOutput({ answer, prunable, client, enter }: RawOutput): Shortened<CallToolResult> {
  enter('req:prune_check');
  const pruning = skipped('shadow', Buffer.byteLength(prunable?.text ?? textOf(answer)));
  enter('req:respond_raw');
  return { pruning, result: toToolResult({ ...answer, pruning }, client.structured) };
}
