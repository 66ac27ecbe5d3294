import { createMemoryArtifactStore } from '../../src/artifacts/memory-artifact-store.ts';
import type { SavingsLedger } from '../ledger/savings-ledger.ts';
import { shownText } from '../ledger/shown-text.ts';
import { skipped } from '../pruning/metadata.ts';
import type { Prunable } from '../tools/tool.ts';
import { type RawOutput, type ShortenOptions, type ShortOutput, shortenOutput } from './shorten-output.ts';
import { type CallToolResult, toAnswer, toToolResult } from './tool-result.ts';

export interface AccountOptions {
  /** Undefined: nothing is written down. */
  readonly ledger?: SavingsLedger | undefined;
  /** Results come back whole, and what would have been left out is measured. */
  readonly shadow?: boolean | undefined;
}

/** What a call is answered, and what writes it down: for when the answer is out. */
export interface AccountedOutput extends ShortOutput {
  account(): void;
}

/** A call that was answered, for the ledger. */
export interface AnsweredCall {
  readonly tool: string;
  /** The output as text, nothing left out. */
  readonly raw: () => string;
  readonly result: CallToolResult;
  readonly question: string | undefined;
  readonly source?: Pick<Prunable<object>, 'path' | 'firstLine'> | undefined;
}

/** Writes a call down; that is for when its answer is out. */
export function writeDown({ ledger, shadow = false }: AccountOptions, call: AnsweredCall): void {
  if (ledger === undefined) return;
  const { path, firstLine } = call.source ?? {};
  const source = path === undefined ? undefined : { path, part: firstLine !== undefined };
  const raw = call.raw();
  const shown = shownText(call.result.content);
  const asked = call.question !== undefined;
  ledger.record({ kind: 'call', tool: call.tool, raw, shown, asked, shortened: shown !== raw, shadow, source });
}

/** The output shortened; in shadow mode whole, and shortened for the ledger alone. */
export async function accountedOutput(
  options: ShortenOptions & AccountOptions,
  output: RawOutput,
): Promise<AccountedOutput> {
  const { tool, outcome, question } = output;
  const write = (result: CallToolResult): void => {
    const raw = (): string => tool.renderText(outcome.result);
    writeDown(options, { tool: tool.name, raw, result, question, source: outcome.prunable });
  };
  if (options.shadow !== true) {
    const short = await shortenOutput(options, output);
    return { ...short, account: () => write(short.result) };
  }
  return { ...wholeOutput(output), account: () => void measure(options, output).then(write, () => {}) };
}

function wholeOutput({ tool, outcome, structured, enter }: RawOutput): ShortOutput {
  enter('req:prune_check');
  const pruning = skipped('shadow', Buffer.byteLength(outcome.prunable.text));
  enter('req:respond_raw');
  return { pruning, result: toToolResult(toAnswer(tool, outcome.result, pruning), structured) };
}

/** What the result would have been. Nothing is kept of what nobody was shown less of. */
async function measure(options: ShortenOptions, output: RawOutput): Promise<CallToolResult> {
  const artifacts = options.artifacts && createMemoryArtifactStore();
  const aside = { ...output, enter: () => {}, signal: new AbortController().signal };
  try {
    return (await shortenOutput({ ...options, artifacts }, aside)).result;
  } catch (error) {
    output.log('error', 'shadow.failed', { tool: output.tool.name, message: String(error) });
    throw error;
  }
}
