import { readFile, stat } from 'node:fs/promises';
import type { ArtifactStore } from '../../src/artifacts/artifact-store.ts';
import type { Care, Pruner } from '../../src/pruning/pruner.ts';
import { keepText } from '../artifacts/keep-text.ts';
import type { EventLog } from '../events/event-log.ts';
import type { SavingsLedger } from '../ledger/savings-ledger.ts';
import type { Timers } from '../process/timers.ts';
import type { HookMode } from './hook-mode.ts';
import { HOOK_NOTICE_TOKENS, hookNotice } from './hook-notice.ts';
import type { HookCall, HostResult } from './host-result.ts';
import type { Transcript } from './transcript/transcript.ts';
import { isUntouchable } from './untouchable.ts';

export interface HookOptions {
  readonly mode: HookMode;
  readonly care: Care;
  /** UTF-16 units from which on a result is looked at. */
  readonly minChars: number;
  /** Bytes beyond which it is not. */
  readonly maxBytes: number;
  /** Milliseconds that an answer may take. */
  readonly timeoutMs: number;
  /** True for a file that the user wants whole. */
  readonly isIgnored: (file: string) => boolean;
  /** An embedded one: another cannot tell what nobody asked about. */
  readonly pruner: Pruner;
  readonly transcriptOf: (file: string) => Transcript;
  readonly artifacts: Pick<ArtifactStore, 'put'> | undefined;
  readonly ledger?: Pick<SavingsLedger, 'record'> | undefined;
  readonly timers: Timers;
  readonly log: EventLog;
}

/**
 * Shortens what a host's own tool gave, by what the session tells, and returns the host's answer. Undefined: it passes as
 * it is. That holds for every fault, and for what takes longer than `timeoutMs`: nothing is lost for it.
 */
export async function answerHook(call: HookCall, options: HookOptions): Promise<object | undefined> {
  const { tool } = call;
  const { log, timers, timeoutMs } = options;
  const late = new AbortController();
  let cancel = (): void => {};
  const timeout = new Promise<'late'>((resolve) => {
    cancel = timers.after(timeoutMs, () => {
      late.abort();
      resolve('late');
    });
  });
  try {
    const answer = await Promise.race([shorten(call, options, late.signal), timeout]);
    if (answer !== 'late') return answer;
    log('warn', 'hook.late', { tool, timeout_ms: timeoutMs });
  } catch (error) {
    log('warn', 'hook.failed', { tool, message: String(error) });
  } finally {
    cancel();
  }
  return undefined;
}

async function shorten(call: HookCall, options: HookOptions, signal: AbortSignal): Promise<object | undefined> {
  const { tool, result, transcript, toAnswer } = call;
  const { mode, care, minChars, pruner, transcriptOf, artifacts, ledger, timers, log } = options;
  if (mode === 'off' || result === undefined || transcript === undefined) return undefined;
  const { path, firstLine = 1 } = result;
  if (path !== undefined && (isUntouchable(path) || options.isIgnored(path))) return undefined;
  if (result.text.length < minChars) return undefined;
  const start = timers.now();
  const text = await wholeOf(result, options.maxBytes);
  if (text === undefined) return undefined;
  const session = await transcriptOf(transcript).catchUp();
  signal.throwIfAborted();
  // The call itself may not have been recorded yet.
  const question = session.questionOf(call.id) ?? call.description;
  const request = { text, path, firstLine, question: question ?? '', automatic: care, context: session.context };
  const pruned = await pruner.prune({ ...request, overheadTokens: HOOK_NOTICE_TOKENS, markers: 'ranges' }, { signal });
  if (!pruned.ok) throw new Error(pruned.message);
  const shortened = pruned.details?.changed === true && pruned.text.trim() !== '';
  const source = path === undefined ? undefined : { path, part: firstLine > 1 };
  const record = (shown: string): void => {
    const raw = result.text;
    ledger?.record({ kind: 'call', tool, raw, shown, asked: false, shortened, shadow: mode === 'shadow', source });
  };
  if (!shortened) {
    record(result.text);
    return undefined;
  }
  if (mode === 'shadow') {
    record(pruned.text);
    return undefined;
  }
  // Nothing is left out that could not be kept first.
  const kept = await keepText(artifacts, tool, text, log, options.timeoutMs);
  signal.throwIfAborted();
  if (!('artifact_ref' in kept)) return undefined;
  const shown = `${pruned.text.replace(/\n$/, '')}\n${hookNotice({ question, ref: kept.artifact_ref, firstLine })}`;
  record(shown);
  const chars = { chars: text.length, shown_chars: shown.length };
  log('info', 'hook.shortened', { tool, ...chars, duration_ms: Math.round(timers.now() - start) });
  return toAnswer(result.withText(shown, firstShown(pruned.text, pruned.details?.keptLines, firstLine)));
}

/** All of a text, also where the host shows a part; undefined where it is too large. */
async function wholeOf({ text, wholeIn }: HostResult, maxBytes: number): Promise<string | undefined> {
  if (wholeIn !== undefined) return (await stat(wholeIn)).size > maxBytes ? undefined : await readFile(wholeIn, 'utf8');
  return Buffer.byteLength(text) > maxBytes ? undefined : text;
}

/** The number that the first line shown is given, so that the first lines of the file have their own. */
function firstShown(text: string, keptLines: readonly number[] = [], firstLine: number): number {
  const first = keptLines[0];
  if (first === undefined) return firstLine;
  // A gap before it has a line of its own.
  return firstLine + first - 1 - (text.startsWith('(') && first > 1 ? 1 : 0);
}
