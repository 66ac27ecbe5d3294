import { readFile, realpath, stat } from 'node:fs/promises';
import type { EventLog } from '../../src/base/events/event-log.ts';
import type { ShortenOptions } from '../../src/shorten/options.ts';
import { shorten as shortenOutput } from '../../src/shorten/shorten.ts';
import type { CallFacts, GivenResult } from '../../src/unasked/given-result.ts';
import { hostOutput } from '../../src/unasked/host-output.ts';
import type { HostResult } from '../../src/unasked/host-result.ts';
import type { LeftOutLines } from '../../src/unasked/left-out-lines.ts';
import type { ProjectIgnore } from '../../src/unasked/project-ignore.ts';
import type { KnownSession } from '../../src/unasked/session-state.ts';
import { type UnaskedOptions, unaskedStage, unaskedWish } from '../../src/unasked/shorten-result.ts';
import type { WholeReason } from '../../src/unasked/whole-reasons.ts';
import { whyAlwaysWhole } from '../../src/unasked/why-whole.ts';
import { MIN_HOOK_CHARS } from '../hosts/hook-client/hook-server.ts';
import { collectYoung } from '../platform/process/collect-garbage.ts';
import type { HookMode } from '../platform/settings/variables.ts';
import { otherEncoding } from '../platform/text/text-encoding.ts';
import type { GivenRecord, SessionPlace } from '../savings/ledger-record.ts';
import type { SavingsLedger } from '../savings/savings-ledger.ts';
import { ledgerSessionId } from '../savings/session-id.ts';
import type { AnswerOnce } from './answer-once.ts';
import { type FindOptions, findCall } from './find-call.ts';
import type { OpenedHosts } from './opened-hosts.ts';
import { originalStore, type StoreOptions } from './original-store.ts';
import type { SessionCall } from './session-call.ts';
import type { ToldFolders } from './told-folders.ts';
import type { OpenReported } from './transcript/reported-sessions.ts';
import type { OpenTranscript } from './transcript/transcript.ts';

/** UTF-16 units to compare between a file and the part of it that the host shows. */
const COMPARED = 1000;

/** Decodes a text that is certainly of another encoding than UTF-8. */
async function decodedOther(bytes: Buffer): Promise<string | undefined> {
  const name = (await otherEncoding(bytes))?.name;
  return name === undefined ? undefined : new TextDecoder(name).decode(bytes);
}

/** Decodes a text that its host has read as UTF-8, which it is not. Undefined if its bytes are lost. */
async function decodedAgain({ text, path }: HostResult, maxBytes: number): Promise<string | undefined> {
  if (!/[\0\ufffd]/.test(text)) return undefined;
  const found = path === undefined ? undefined : await stat(path).catch(() => undefined);
  const bytes = path !== undefined && found?.isFile() && found.size <= maxBytes ? await readFile(path) : undefined;
  const isOurs = bytes?.toString().trimEnd() === text.trimEnd();
  return await decodedOther(bytes !== undefined && isOurs ? bytes : Buffer.from(text));
}

/**
 * Reads the full text, even if the host shows only a part. Undefined if it is too large, or if the file contains
 * another text.
 */
export async function readWhole(result: HostResult, maxBytes: number): Promise<string | undefined> {
  const { text, wholeIn, part = 'beginning' } = result;
  if (wholeIn === undefined) {
    return Buffer.byteLength(text) > maxBytes ? undefined : ((await decodedAgain(result, maxBytes)) ?? text);
  }
  // Any file begins and ends with nothing.
  if (text.trim() === '') return undefined;
  const found = await stat(wholeIn);
  // Reading a pipe might never end.
  if (!found.isFile() || found.size > maxBytes) return undefined;
  const bytes = await readFile(wholeIn);
  const whole = bytes.toString();
  // Hosts trim the text that they show.
  const isOurs =
    part === 'end'
      ? whole.trimEnd().endsWith(text.trimEnd().slice(-COMPARED).trimStart())
      : whole.trimStart().startsWith(text.trimStart().slice(0, COMPARED).trimEnd());
  return isOurs ? ((await decodedOther(bytes)) ?? whole) : undefined;
}

export interface HookOptions extends UnaskedOptions, FindOptions, StoreOptions {
  readonly mode: HookMode;
  /** Max bytes of a result. Larger ones pass unchanged. */
  readonly maxBytes: number;
  /** Max time for an answer, in milliseconds. A result that the host has moved to a file gets more time. */
  readonly timeoutMs: number;
  /** Shares an answer among hooks that ask about the same result. */
  readonly answerOnce: AnswerOnce;
  readonly transcriptOf: OpenTranscript;
  /** Finds a session without a file. */
  readonly reported: OpenReported;
  readonly hosts: OpenedHosts;
  /** Loads what keeps and counts results. Default: each loads with the first result. */
  readonly loadStores?: (() => Promise<unknown>) | undefined;
  /** Reads which files the project wants to be left whole. Default: none. */
  readonly project?: (() => ProjectIgnore) | undefined;
  /** True if this process loads the engine for this one result, which takes time. Default false. */
  readonly isAlone?: boolean | undefined;
  readonly ledger?: Pick<SavingsLedger, 'record'> | undefined;
  /** Receives the folders of calls. Default: they are ignored. */
  readonly folders?: Pick<ToldFolders, 'add'> | undefined;
  /** Undefined to skip measuring whether removed lines are needed later. */
  readonly leftOut?: LeftOutLines | undefined;
  readonly log: EventLog;
}

/**
 * Shortens a result of a host's own tool to what the session appears to need, and returns the answer for the host.
 * Undefined if the result passes unchanged. Every error, and every answer that takes longer than `timeoutMs`, also lets
 * it pass.
 */
export async function answerHook(call: SessionCall, options: HookOptions): Promise<object | undefined> {
  return await options.answerOnce(call, (name) => answerInTime(call, withResult(options, name)));
}

/** Adds the result's name to everything recorded about it. */
function withResult(options: HookOptions, result: string | undefined): HookOptions {
  const { ledger } = options;
  if (ledger === undefined || result === undefined) return options;
  return {
    ...options,
    ledger: { record: (record) => ledger.record(hasResult(record) ? { ...record, result } : record) },
  };
}

function hasResult(record: GivenRecord): record is GivenRecord & { readonly kind: 'call' | 'again' | 'whole' } {
  return record.kind === 'call' || record.kind === 'again' || record.kind === 'whole';
}

/**
 * Min timeout in milliseconds if the host has moved the result to a file because of its size, or if no server runs
 * (`isAlone`).
 */
const LONG_TIMEOUT_MS = 2000;

async function answerInTime(call: SessionCall, options: HookOptions): Promise<object | undefined> {
  const { tool, result, transcript } = call;
  const { log, timers } = options;
  const isLong = result?.wholeIn !== undefined || options.isAlone === true;
  const timeoutMs = isLong ? Math.max(options.timeoutMs, LONG_TIMEOUT_MS) : options.timeoutMs;
  const late = new AbortController();
  let cancel = (): void => {};
  const timeout = new Promise<Outcome>((resolve) => {
    cancel = timers.after(timeoutMs, () => {
      late.abort();
      resolve({ why: 'late' });
    });
  });
  let outcome: Outcome = { why: 'failed' };
  try {
    outcome = await Promise.race([shorten(call, options, timeoutMs, late.signal), timeout]);
  } catch (error) {
    log('warn', 'hook.failed', { tool, message: String(error) });
  } finally {
    cancel();
  }
  const { answer, why } = outcome;
  if (why === 'late') log('warn', 'hook.late', { tool, timeout_ms: timeoutMs });
  if (why !== undefined) {
    const session = typeof transcript === 'string' ? ledgerSessionId(transcript) : undefined;
    options.ledger?.record({ kind: 'whole', reason: why, session });
  }
  return answer;
}

/** Answer for the host, and why the result passes unchanged. Both are undefined for a result that no hook shortens. */
interface Outcome {
  readonly answer?: object | undefined;
  readonly why?: WholeReason | undefined;
}

async function shorten(call: SessionCall, options: HookOptions, waitMs: number, signal: AbortSignal): Promise<Outcome> {
  const { tool, args, result, transcript, hasOtherHook } = call;
  const { mode, log, timers } = options;
  if (mode === 'off' || result === undefined || transcript === undefined) return {};
  const start = timers.now();
  const leftOutAt = mode === 'shadow' ? options.leftOut?.shownAgain(transcript, result.text) : undefined;
  if (leftOutAt !== undefined) options.ledger?.record({ kind: 'again', ageMs: start - leftOutAt });
  const { path, firstLine } = result;
  const given = { tool, args, path, firstLine };
  // If the host has moved an output to a file, it may show very little of it.
  if (result.wholeIn === undefined && result.text.length < MIN_HOOK_CHARS) return {};
  if (hasOtherHook === true) return { why: 'other_hook' };
  const text = await readWhole(result, options.maxBytes);
  if (text === undefined) return { why: 'unclear' };
  if (text.length < MIN_HOOK_CHARS) return {};
  // The host may show only a part, without the lines that forbid shortening.
  const always = whyAlwaysWhole({ ...given, text }, options);
  if (always !== undefined) return { why: always };
  const facts = await readFacts(call, { ...given, text, transcript }, options, signal);
  signal.throwIfAborted();
  if (typeof facts === 'string') return { why: facts };
  const shadow = mode === 'shadow';
  const { store, file } = originalStore(path, options);
  const { cuts } = options;
  const output = hostOutput({ call, result, given: { ...given, text }, facts, file, cuts, shadow, signal });
  const shortening = {
    ...{ prune: unaskedStage(options.pruner), artifacts: shadow ? undefined : store, early: { waitMs } },
    record: toRecord(call, facts, options),
  };
  const side = { signal, log: storeEvents(log) };
  try {
    const { result: found, account } = await shortenOutput(output, unaskedWish(facts), shortening, side);
    account();
    if ('why' in found) return found;
    const { shown, shorter, answer } = found;
    if (shadow) options.leftOut?.add(transcript, text, shorter.details, start);
    if (answer === undefined) return {};
    const chars = { chars: text.length, shown_chars: shown.length };
    log('info', 'hook.shortened', { tool, ...chars, duration_ms: Math.round(timers.now() - start) });
    return { answer };
  } finally {
    // Runs after the answer is written.
    timers.after(0, collectYoung);
  }
}

/** Passes on only the events of artifacts, because a hook does not log its pruner's events. */
function storeEvents(log: EventLog): EventLog {
  return (level, event, ...data) => event.startsWith('artifact.') && log(level, event, ...data);
}

interface SessionFacts extends CallFacts {
  readonly session: KnownSession;
  /** Id of the call, if known. */
  readonly id: string | undefined;
  /** The agent's words about this very call; undefined if it said none. */
  readonly quoted: string | undefined;
  /** Exit code of the command, if the session has it. */
  readonly exitCode: number | undefined;
}

/**
 * Reads the newest part of the session. Returns a reason if the session lacks facts that the answer needs, or if the
 * file's real path forbids shortening.
 */
async function readFacts(
  call: SessionCall,
  given: GivenResult & { readonly transcript: NonNullable<SessionCall['transcript']> },
  options: HookOptions,
  signal: AbortSignal,
): Promise<SessionFacts | WholeReason> {
  const { needsExitCode, forgets } = call;
  const { path, transcript } = given;
  const reading = typeof transcript === 'string' ? options.transcriptOf(transcript, forgets !== true) : transcript;
  const [real, found] = await Promise.all([
    path === undefined ? path : realpath(path).catch(() => path),
    findCall(call, reading, options, signal),
  ]);
  const always = real === path ? undefined : whyAlwaysWhole({ ...given, path: real }, options);
  if (always !== undefined) return always;
  const { session, id } = found;
  if (!session.hasWords) return 'unclear';
  const exitCode = id === undefined ? undefined : session.exitCodeOf(id);
  if (needsExitCode === true && exitCode === undefined) return 'unclear';
  const { question, questionSource } = found.question ?? {};
  const quoted = questionSource === 'prompt' ? undefined : question;
  const { wasShortened, wasRead, isPartlyShown } = session;
  const facts = { context: session.contextOf(id), wasShortened, wasRead, isPartlyShown };
  return { question, quoted, ...facts, session, id: id ?? call.id, exitCode };
}

/** Records what the model would have received and what it did receive. */
function toRecord(
  call: SessionCall,
  { session, id }: SessionFacts,
  { ledger, mode }: HookOptions,
): ShortenOptions['record'] {
  if (ledger === undefined) return undefined;
  return ({ written, ...counts }) => {
    const facts = { shadow: mode === 'shadow', builtin: true, session: positionOf(call.transcript, id, session) };
    ledger.record({ kind: 'call', ...counts, ...facts });
  };
}

/**
 * Returns the result's position in its session; undefined if the transcript does not show it. The path is hashed, so
 * that the ledger does not contain it.
 */
export function positionOf(
  transcript: SessionCall['transcript'],
  id: string | undefined,
  { requestOf, resets }: KnownSession,
): SessionPlace | undefined {
  const request = requestOf(id);
  if (request === undefined || typeof transcript !== 'string') return undefined;
  return { id: ledgerSessionId(transcript), request, resets };
}
