import { createMemoryArtifactStore } from '../../../src/artifacts/memory-artifact-store.ts';
import type { EventLog } from '../../../src/base/events/event-log.ts';
import { writeJson } from '../../../src/base/json/json-number.ts';
import { shownText } from '../../../src/mcp/shown-text.ts';
import type { SavingsLedger } from '../../savings/savings-ledger.ts';
import type { Prunable } from '../prunable.ts';
import type { PruningMetadata } from '../pruning-metadata.ts';
import type { KeepOptions } from './respond.ts';

export interface AccountOptions {
  /** Undefined: nothing is recorded. */
  readonly ledger?: SavingsLedger | undefined;
  /** True if results are returned whole, and the possible savings are only measured. */
  readonly shadow?: boolean | undefined;
}

interface AnyResult {
  readonly content: readonly object[];
  readonly structuredContent?: object | undefined;
}

/** A result and the outcome of pruning it. */
export interface Shortened<Result> {
  readonly result: Result;
  readonly pruning: PruningMetadata;
}

/** An answered call, for the ledger. */
export interface AnsweredCall {
  readonly tool: string;
  /** Returns the text that the model would have been shown without us. */
  readonly raw: () => string;
  readonly question: string | undefined;
  readonly source?: Pick<Prunable<object>, 'path' | 'firstLine'> | undefined;
}

export interface AccountedCall<Result> extends AnsweredCall {
  readonly log: EventLog;
  whole(): Shortened<Result>;
  /** Shortens the result. With `aside` it is only for the ledger, because the request has already been answered. */
  shorten(keep: KeepOptions, aside: boolean): Promise<Shortened<Result>>;
}

/** Answer of a call, with a function that records it. Call that after the answer is sent. */
export interface Accounted<Result> extends Shortened<Result> {
  recordSavings(): void;
}

/** Returns the shortened result. In shadow mode, returns it whole and shortens it only for the ledger. */
export async function accounted<Result extends AnyResult>(
  options: KeepOptions & AccountOptions,
  call: AccountedCall<Result>,
): Promise<Accounted<Result>> {
  if (options.shadow !== true) {
    const short = await call.shorten(options, false);
    return { ...short, recordSavings: () => writeDown(options, call, short.result) };
  }
  // The model was shown everything, so nothing needs to be stored for it.
  const artifacts = options.artifacts && createMemoryArtifactStore();
  const measure = async (): Promise<void> => {
    try {
      writeDown(options, call, (await call.shorten({ ...options, artifacts }, true)).result);
    } catch (error) {
      call.log('error', 'shadow.failed', { tool: call.tool, message: String(error) });
    }
  };
  return { ...call.whole(), recordSavings: () => void measure() };
}

/** Records a call in the ledger. Call it after the answer is sent. */
export function writeDown({ ledger, shadow = false }: AccountOptions, call: AnsweredCall, result: AnyResult): void {
  if (ledger === undefined) return;
  const { path, firstLine } = call.source ?? {};
  const source = path === undefined ? undefined : { path, part: firstLine !== undefined };
  const raw = call.raw();
  const shown = textOf(result);
  const asked = call.question !== undefined;
  const written = call.question;
  ledger.record({
    kind: 'call',
    tool: call.tool,
    raw,
    shown,
    asked,
    written,
    shortened: shown !== raw,
    shadow,
    source,
  });
}

/** Returns what a model is shown of a result: its texts, otherwise its structured content. */
export function textOf({ content, structuredContent }: AnyResult): string {
  const text = shownText(content);
  return text === '' && structuredContent !== undefined ? writeJson(structuredContent) : text;
}
