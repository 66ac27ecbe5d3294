import type { EventLog } from '../../../../src/base/events/event-log.ts';
import type { Pruned, PruneFailure, PruneOutcome } from '../../../../src/engine/pruner.ts';
import type { ChosenPruner } from '../../../platform/settings/choose-pruner.ts';
import type { Prunable } from '../../prunable.ts';
import { type PruningMetadata, skipped } from '../../pruning-metadata.ts';
import type { LazySessionMemory } from '../session/lazy-session-memory.ts';
import { NOTICE } from './raw-notice.ts';

export interface PruneStage {
  readonly chosen: ChosenPruner | undefined;
  readonly maxInputBytes: number;
  /** Memory of the session. If undefined, each call is treated on its own. */
  readonly session?: Pick<LazySessionMemory, 'context'> | undefined;
  /** Milliseconds since any fixed time. */
  readonly now: () => number;
}

export interface PruneCall<Result> {
  readonly tool: string;
  readonly prunable: Prunable<Result>;
  /** True if the text is the output of a command that failed. */
  readonly failed?: boolean | undefined;
  /**
   * True to apply a remote pruner's text however little it saves. Default false: a text that saves less than its notice
   * takes is replaced by the original.
   */
  readonly toTheLetter?: boolean | undefined;
  /** Approximate max tokens of the pruned text. Undefined: no limit. */
  readonly maxTokens?: number | undefined;
  readonly signal: AbortSignal;
  /** Event log of this request. */
  readonly log: EventLog;
}

export type PruneCheck =
  | { readonly eligible: false; readonly pruning: PruningMetadata }
  | { readonly eligible: true; readonly chosen: ChosenPruner; readonly question: string; readonly rawBytes: number };

/** Decides whether an output may be pruned. If several reasons speak against it, the first one is reported. */
export function checkPruning(stage: PruneStage, question: string | undefined, text: string): PruneCheck {
  const rawBytes = Buffer.byteLength(text);
  const skip = (pruning: PruningMetadata): PruneCheck => ({ eligible: false, pruning });
  if (question === undefined) return skip(skipped('no_focus_question', rawBytes));
  if (stage.chosen === undefined) return skip(skipped('disabled_or_unconfigured', rawBytes));
  if (text === '') return skip(skipped('output_empty', rawBytes));
  if (rawBytes > stage.maxInputBytes) return skip(skipped('too_large', rawBytes));
  return { eligible: true, chosen: stage.chosen, question, rawBytes };
}

export interface PrunedCall<Result> {
  /** Undefined if the raw result stays. */
  readonly result: Result | undefined;
  readonly pruning: PruningMetadata;
  /** True if the result shows less than the raw one. */
  readonly leftOut: boolean;
  /**
   * True if nothing in the text relates to the question, as far as the pruner can tell, and it was therefore kept
   * whole.
   */
  readonly unmatched?: boolean | undefined;
}

/**
 * Runs `req:calling_pruner`. Resolves to the pruned result, or to `undefined` if the raw one stays. Rejects only with
 * `signal`'s reason.
 */
export async function callPruner<Result>(
  stage: PruneStage,
  call: PruneCall<Result>,
  check: PruneCheck & { eligible: true },
): Promise<PrunedCall<Result>> {
  const { tool, prunable, log } = call;
  const { rawBytes } = check;
  log('info', 'pruner.call_start', { endpoint: check.chosen.endpoint, tool, input_bytes: rawBytes });
  const start = stage.now();
  const context = await stage.session?.context();
  const outcome = await check.chosen.pruner.prune(
    {
      text: prunable.text,
      question: check.question,
      context,
      path: prunable.path,
      kind: prunable.kind,
      firstLine: prunable.firstLine,
      maxTokens: call.maxTokens,
      failed: call.failed,
      overheadTokens: NOTICE.tokens,
      markers: 'ranges',
    },
    { signal: call.signal },
  );
  const duration = Math.round(stage.now() - start);
  const isWhole = outcome.ok && call.toTheLetter !== true && savesNothing(outcome, rawBytes);
  const text = isWhole ? prunable.text : outcome.ok ? outcome.text : '';
  const applied = outcome.ok ? prunable.apply(text) : undefined;
  if (!outcome.ok || applied === undefined) {
    const error = outcome.ok ? UNREADABLE : { code: outcome.code, message: outcome.message };
    logFailure(log, tool, error, duration);
    const pruning = { attempted: true, applied: false, fallback: true, reason: 'pruner_error', error } as const;
    const metadata = { ...pruning, raw_bytes: rawBytes, pruner_duration_ms: duration };
    return { result: undefined, pruning: metadata, leftOut: false };
  }
  if (outcome.standsInFor !== undefined) logFailure(log, tool, outcome.standsInFor, duration);
  const prunedBytes = Buffer.byteLength(text);
  log('info', 'pruner.call_ok', { tool, pruner_duration_ms: duration, pruned_bytes: prunedBytes });
  const metadata = success(isWhole ? { ...outcome, verbatim: undefined } : outcome, rawBytes, prunedBytes, duration);
  return {
    result: applied,
    pruning: metadata,
    leftOut: text !== prunable.text,
    unmatched: outcome.details?.score === 0,
  };
}

/** Checks only a remote pruner's text, because the embedded engine takes the notice into account itself. */
function savesNothing({ engine, text }: Pruned, rawBytes: number): boolean {
  return engine === 'remote' && rawBytes - Buffer.byteLength(text) <= NOTICE.bytes;
}

const UNREADABLE = { code: 'invalid_response', message: 'the pruned text cannot be read back into matches' } as const;
const FAILURE_EVENT = {
  timeout: 'pruner.timeout',
  http_error: 'pruner.http_error',
  invalid_response: 'pruner.invalid_response',
} as const;

function logFailure(log: EventLog, tool: string, failure: Pick<PruneFailure, 'code' | 'message'>, ms: number): void {
  log('warn', FAILURE_EVENT[failure.code], { tool });
  const data = { tool, reason: failure.code, pruner_duration_ms: ms, message: failure.message };
  log('warn', 'pruner.call_failed', data);
}

function success(
  outcome: PruneOutcome & { ok: true },
  rawBytes: number,
  prunedBytes: number,
  duration: number,
): PruningMetadata {
  return {
    attempted: true,
    applied: true,
    fallback: false,
    raw_bytes: rawBytes,
    pruned_bytes: prunedBytes,
    pruner_duration_ms: duration,
    engine: outcome.engine,
    ...(outcome.verbatim === false && { verbatim: false }),
    ...(outcome.details === undefined ? {} : { kind: outcome.details.kind }),
  };
}
