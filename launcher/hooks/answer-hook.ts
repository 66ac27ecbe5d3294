import type { ArtifactStore } from '../../src/artifacts/artifact-store.ts';
import type { Care, Pruner } from '../../src/pruning/pruner.ts';
import { toAction } from '../../src/sessions/actions/to-action.ts';
import { keepText } from '../artifacts/keep-text.ts';
import type { HookMode } from '../config/variables.ts';
import type { EventLog } from '../events/event-log.ts';
import type { SavingsLedger } from '../ledger/savings-ledger.ts';
import type { Timers } from '../process/timers.ts';
import { firstShown } from './first-shown.ts';
import type { ReadBack } from './gemini/read-back.ts';
import { HOOK_NOTICE, hookNotice, type LeftOut } from './hook-notice.ts';
import type { HookCall, HostResult } from './host-result.ts';
import { readWhole } from './read-whole.ts';
import { filesShown, isPart } from './shown-files.ts';
import type { ToldSession } from './transcript/told-sessions.ts';
import type { OpenTranscript } from './transcript/transcripts.ts';
import { isUntouchable } from './untouchable.ts';

export interface HookOptions {
  readonly mode: HookMode;
  readonly care: Care;
  /** Min UTF-16 units of a result; shorter ones pass. */
  readonly minChars: number;
  /** Max bytes of a result; larger ones pass. */
  readonly maxBytes: number;
  /** Timeout of an answer, in milliseconds. */
  readonly timeoutMs: number;
  /** True for a file that the user wants whole. */
  readonly isIgnored: (file: string) => boolean;
  /** Must be an embedded one: others need a question. */
  readonly pruner: Pruner;
  readonly transcriptOf: OpenTranscript;
  /** Sessions that no file records, by the host's ids. */
  readonly toldSession: (id: string) => ToldSession;
  /** Files for a host that reads what it is to show. */
  readonly readBack: ReadBack;
  readonly artifacts: Pick<ArtifactStore, 'put'> | undefined;
  readonly ledger?: Pick<SavingsLedger, 'record'> | undefined;
  readonly timers: Timers;
  readonly log: EventLog;
}

/**
 * Shortens a result of a host's own tool by what the session shows to be needed, and returns the answer for the host.
 * Undefined: the result passes as it is. So it does on every fault, and if shortening takes longer than `timeoutMs`.
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
  const { tool, result, transcript } = call;
  const { mode, care, pruner, transcriptOf, timers } = options;
  if (mode === 'off' || result === undefined || transcript === undefined) return undefined;
  const { path, firstLine = 1 } = result;
  const action = toAction(tool, call.args);
  const files = path === undefined ? filesShown(action) : [path];
  if (files.some((file) => isUntouchable(file) || options.isIgnored(file))) return undefined;
  if (result.text.length < options.minChars || isAmbiguous(result)) return undefined;
  const start = timers.now();
  const text = await readWhole(result, options.maxBytes);
  if (text === undefined) return undefined;
  const session = await (typeof transcript === 'string'
    ? transcriptOf(transcript, call.forgets !== true)
    : transcript
  ).catchUp();
  signal.throwIfAborted();
  const exitCode = call.id === undefined ? undefined : session.exitCodeOf(call.id);
  if (call.needsExitCode === true && exitCode === undefined) return undefined;
  // Lines that were left out are needed if the agent asks for them again.
  if (isPart(call.args, action, firstLine) && files.some(session.wasShortened)) return passed(call, result, options);
  // The call itself may not have been recorded yet.
  const said = call.id === undefined ? session.questionFor(call.args) : session.questionOf(call.id);
  const question = said ?? descriptionOf(call.args);
  const request = { text, path, firstLine, question: question ?? '', automatic: care, context: session.context };
  const pruned = await pruner.prune({ ...request, overheadTokens: HOOK_NOTICE.tokens, markers: 'ranges' }, { signal });
  if (!pruned.ok) throw new Error(pruned.message);
  const isShorter = pruned.text.length + HOOK_NOTICE.chars < result.text.length;
  if (pruned.details?.changed !== true || pruned.text.trim() === '' || !isShorter) return passed(call, result, options);
  if (mode === 'shadow') {
    record(call, result, options, pruned.text);
    return undefined;
  }
  const { keptLines } = pruned.details;
  const isMisnumbered = result.isNumberedByHost === true && hasGap(keptLines);
  const notice = { question, firstLine, isMisnumbered };
  const shown = await withNotice({ call, options, signal, text, notice }, pruned.text);
  if (shown === undefined) return undefined;
  const shortened = result.withText(shown, firstShown(pruned.details, firstLine), keptLines);
  const answer = shortened && (await call.toAnswer(shortened, exitCode));
  signal.throwIfAborted();
  if (answer === undefined) return undefined;
  record(call, result, options, shown);
  const chars = { chars: text.length, shown_chars: shown.length };
  options.log('info', 'hook.shortened', { tool, ...chars, duration_ms: Math.round(timers.now() - start) });
  return answer;
}

/** What a command is for, in the agent's own words. */
function descriptionOf({ description }: HookCall['args']): string | undefined {
  return typeof description === 'string' && description.trim() !== '' ? description : undefined;
}

interface Shortened {
  readonly call: HookCall;
  readonly options: HookOptions;
  readonly signal: AbortSignal;
  /** All of it. */
  readonly text: string;
  readonly notice: Omit<LeftOut, 'ref'>;
}

/** Keeps the whole, and says below what is shown where it is. Undefined if it could not be kept. */
async function withNotice(
  { call, options, signal, text, notice }: Shortened,
  shown: string,
): Promise<string | undefined> {
  const kept = await keepText(options.artifacts, call.tool, text, options.log, options.timeoutMs);
  signal.throwIfAborted();
  if (!('artifact_ref' in kept)) return undefined;
  return `${shown.replace(/\n$/, '')}\n${hookNotice({ ...notice, ref: kept.artifact_ref })}`;
}

function passed(call: HookCall, result: HostResult, options: HookOptions): undefined {
  record(call, result, options);
}

/** Counts what the model would have got, and what it got: `shown`, unless the result passed. */
function record({ tool }: HookCall, result: HostResult, { ledger, mode }: HookOptions, shown?: string): void {
  const { path, firstLine = 1, preview: raw = result.text } = result;
  const source = path === undefined ? undefined : { path, part: firstLine > 1 };
  const counts = { raw, shown: shown ?? raw, shortened: shown !== undefined, source };
  ledger?.record({ kind: 'call', tool, ...counts, asked: false, shadow: mode === 'shadow' });
}

/** True if lines are left out between others. */
function hasGap(keptLines: readonly number[]): boolean {
  const [first = 1] = keptLines;
  return (keptLines.at(-1) ?? first) - first >= keptLines.length;
}

/** Lines of the result's own that would be taken for ours. */
const OUR_LINES = /^(?:\(filtered \d+ lines|\(lines \d+-\d+ as |\[mcp-pruner left out)/m;

/** True if markers would be misread: the text has such lines itself, or the host counts other lines than the engine. */
function isAmbiguous({ text, path }: HostResult): boolean {
  return OUR_LINES.test(text) || (path !== undefined && /\r(?!\n)/.test(text));
}
