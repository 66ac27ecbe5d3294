import { createMemoryArtifactStore } from '../artifacts/memory-artifact-store.ts';
import { utf8Bytes } from '../base/json/utf8-bytes.ts';
import { RESPONSE_BYTES } from '../base/response-bytes.ts';
import { keepText } from './keep-text.ts';
import type { CallSide, ShortenOptions } from './options.ts';
import type { Keep, Output, Shown, Wanted } from './output.ts';
import { pruneParts, toFields } from './prune-parts.ts';
import type { PruningMetadata } from './pruning-metadata.ts';

/** A result to answer with. */
export interface Shortened<Result> extends Shown<Result> {
  /** Records what was shown. Call it once the answer is out. */
  account(): void;
}

/**
 * Shortens the output of a call: eligible → prune → keep the whole → fit → notice → account. `pruneParts` does the
 * first three, the output itself fits the result and writes the notice, and `account` tells the ledger. A shortened
 * result is returned only after the original is stored. In shadow mode the result shows everything, and `account`
 * shortens it for the ledger alone.
 *
 * Rejects with the signal's reason, or if the output cannot be opened or shown.
 */
export async function shorten<Place, Result>(
  output: Output<Place, Result>,
  wanted: Wanted,
  options: ShortenOptions,
  side: CallSide,
): Promise<Shortened<Result>> {
  if (options.shadow !== true || output.showWhole === undefined) {
    const short = await shortenNow(output, wanted, options, side);
    return { ...short, account: () => record(output, wanted, options, short.result) };
  }
  const measure = async (): Promise<void> => {
    try {
      // The request is answered already, so nothing aborts this.
      const { log } = side;
      const signal = new AbortController().signal;
      // The model was shown everything, so nothing needs to be stored for it.
      const artifacts = options.artifacts && createMemoryArtifactStore();
      const aside = await shortenNow(output, wanted, { ...options, artifacts }, { log, signal });
      record(output, wanted, options, aside.result);
    } catch (error) {
      side.log('error', 'shadow.failed', { tool: output.tool, message: String(error) });
    }
  };
  return { ...output.showWhole(), account: () => void measure() };
}

async function shortenNow<Place, Result>(
  output: Output<Place, Result>,
  wanted: Wanted,
  options: ShortenOptions,
  side: CallSide,
): Promise<Shown<Result>> {
  const { stages } = side;
  const keep: Keep = (text) => keepText(options, output, text, side.log);
  const opening = output.open(keep);
  // Awaits only if it must: in shadow mode, the session has to be asked for its context before it is given this output.
  const opened = opening instanceof Promise ? await opening : opening;
  const pruned = await pruneParts(output, opened, wanted, options, side);
  stages?.onPruned?.(pruned.pruning);
  const large = opened.large?.(pruned.pruning);
  const pruning = {
    ...pruned.pruning,
    ...(await keepLarge(output.storing, large, pruned.pruning, options.artifacts && keep)),
  };
  stages?.onShowing?.(pruning);
  return { result: await opened.show({ ...pruned, pruning }, keep), pruning };
}

/** Stores a large text, or the output that the tool itself stores, unless the output is kept already. */
async function keepLarge(
  storing: Promise<unknown> | undefined,
  text: string | undefined,
  { artifact_ref, artifact_error }: PruningMetadata,
  keep: Keep | undefined,
): Promise<Partial<PruningMetadata>> {
  const isKept = artifact_ref !== undefined || artifact_error !== undefined;
  if (isKept || keep === undefined) return {};
  if (storing !== undefined) return toFields(await keep(''));
  return text === undefined || utf8Bytes(text) <= RESPONSE_BYTES ? {} : toFields(await keep(text));
}

function record<Result>(
  output: Pick<Output<unknown, Result>, 'tool' | 'source' | 'raw' | 'textOf'>,
  { question, automatic }: Wanted,
  { record: tell, shadow = false }: ShortenOptions,
  result: Result,
): void {
  if (tell === undefined) return;
  const { tool, source } = output;
  const raw = output.raw();
  const shown = output.textOf(result);
  const asked = automatic === undefined && question !== undefined;
  tell({ tool, raw, shown, asked, written: asked ? question : undefined, shortened: shown !== raw, shadow, source });
}
