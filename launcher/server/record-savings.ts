import { createMemoryArtifactStore } from '../../src/artifacts/memory-artifact-store.ts';
import { writeJson } from '../../src/json/json-number.ts';
import type { EventLog } from '../events/event-log.ts';
import type { SavingsLedger } from '../ledger/savings-ledger.ts';
import { shownText } from '../ledger/shown-text.ts';
import type { PruningMetadata } from '../pruning/metadata.ts';
import type { Prunable } from '../pruning/prunable.ts';
import type { KeepOptions } from './respond.ts';

export interface AccountOptions {
  /** Undefined: nothing is written down. */
  readonly ledger?: SavingsLedger | undefined;
  /** Results come back whole, and what would have been left out is measured. */
  readonly shadow?: boolean | undefined;
}

interface AnyResult {
  readonly content: readonly object[];
  readonly structuredContent?: object | undefined;
}

/** A result, and what pruning came to. */
export interface Shortened<Result> {
  readonly result: Result;
  readonly pruning: PruningMetadata;
}

/** A call that was answered, for the ledger. */
export interface AnsweredCall {
  readonly tool: string;
  /** What the model would have been shown without us. */
  readonly raw: () => string;
  readonly question: string | undefined;
  readonly source?: Pick<Prunable<object>, 'path' | 'firstLine'> | undefined;
}

export interface AccountedCall<Result> extends AnsweredCall {
  readonly log: EventLog;
  whole(): Shortened<Result>;
  /** With `aside` for the ledger alone: the request itself has been answered. */
  shorten(keep: KeepOptions, aside: boolean): Promise<Shortened<Result>>;
}

/** What a call is answered, and what writes it down: for when the answer is out. */
export interface Accounted<Result> extends Shortened<Result> {
  recordSavings(): void;
}

/** The result shortened; in shadow mode whole, and shortened for the ledger alone. */
export async function accounted<Result extends AnyResult>(
  options: KeepOptions & AccountOptions,
  call: AccountedCall<Result>,
): Promise<Accounted<Result>> {
  if (options.shadow !== true) {
    const short = await call.shorten(options, false);
    return { ...short, recordSavings: () => writeDown(options, call, short.result) };
  }
  // Nothing is kept of what nobody was shown less of.
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

/** Writes a call down; that is for when its answer is out. */
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

/** What a model is shown of a result: its texts, else its structured content. */
export function textOf({ content, structuredContent }: AnyResult): string {
  const text = shownText(content);
  return text === '' && structuredContent !== undefined ? writeJson(structuredContent) : text;
}
