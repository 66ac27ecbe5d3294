import { readHookNotice } from '../../src/text/hook-notice.ts';
import type { Action } from '../../src/transcripts/actions/action.ts';
import { toShownResult } from '../../src/transcripts/actions/shown-result.ts';
import { toAction } from '../../src/transcripts/actions/to-action.ts';
import { createLineSplitter } from '../../src/transcripts/line-splitter.ts';
import { createSessionStream } from '../../src/transcripts/session-stream.ts';
import { fileSource } from '../hosts/file-source.ts';
import { MIN_HOOK_CHARS } from '../hosts/hook-client/hook-server.ts';
import type { Host } from '../hosts/host.ts';
import type { SessionSource, UserPlaces } from '../hosts/recordings.ts';
import { walkFiles } from '../platform/files/walk-files.ts';
import type { WholeCounts, WholeReason } from '../savings/whole-reasons.ts';

/** Counts of long results in the newest sessions of a host, and of those that were shortened. */
export interface RecentResults {
  readonly sessions: number;
  /** Sessions in which a hook of ours ran. */
  readonly hooked: number;
  /** Results long enough to be shortened. */
  readonly long: number;
  readonly shortened: number;
  /** Why results of these sessions passed unchanged, as far as the ledger knows. */
  readonly whole: WholeCounts;
}

export interface RecentOptions {
  /** Milliseconds since 1970. Sessions that ended before are ignored. */
  readonly since: number;
  /**
   * Resolves to the reasons for results that passed unchanged in the session with that transcript; undefined if no hook
   * of ours ran in it.
   */
  readonly wholeIn: (record: string) => Promise<WholeCounts | undefined>;
  readonly signal: AbortSignal;
}

const MAX_SESSIONS = 10;
/** Max bytes of a transcript to read. Longer ones are ignored. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Counts long results that hooks may shorten, in the newest sessions that a host has recorded since a time. Undefined
 * if the host's hooks do not name their sessions, or if there is no such result. Ignores transcripts that cannot be
 * read.
 */
export async function recentResults(
  { recordings }: Pick<Host, 'recordings'>,
  places: UserPlaces,
  { since, wholeIn, signal }: RecentOptions,
): Promise<RecentResults | undefined> {
  const { hookedTools } = recordings ?? {};
  if (recordings === undefined || hookedTools === undefined) return undefined;
  const found: SessionSource[] = [];
  for (const { path, isSession } of recordings.folders?.(places) ?? []) {
    for await (const file of walkFiles(path, isSession)) {
      const source = await fileSource(file);
      if (source !== undefined && (source.changedAt ?? 0) >= since && source.bytes <= MAX_BYTES) found.push(source);
    }
  }
  const newest = found.toSorted((a, b) => (b.changedAt ?? 0) - (a.changedAt ?? 0)).slice(0, MAX_SESSIONS);
  let [sessions, hooked, long, shortened] = [0, 0, 0, 0];
  const whole: Partial<Record<WholeReason, number>> = {};
  for (const source of newest) {
    const counted = await countResults(source, { hookedTools, signal }).catch(() => undefined);
    signal.throwIfAborted();
    if (counted === undefined || counted.long === 0) continue;
    sessions += 1;
    const reasons = await wholeIn(source.place);
    for (const [reason, results] of Object.entries(reasons ?? {}) as [WholeReason, number][])
      whole[reason] = (whole[reason] ?? 0) + results;
    hooked += Number(counted.shortened > 0 || reasons !== undefined);
    long += counted.long;
    shortened += counted.shortened;
  }
  return sessions === 0 ? undefined : { sessions, hooked, long, shortened, whole };
}

interface CountOptions extends Pick<RecentOptions, 'signal'> {
  readonly hookedTools: RegExp;
}

async function countResults(
  source: SessionSource,
  { hookedTools, signal }: CountOptions,
): Promise<{ readonly long: number; readonly shortened: number }> {
  const lines = createLineSplitter();
  const stream = createSessionStream();
  /** Actions of the calls whose results hooks may shorten, by call id. */
  const hooked = new Map<string, Action>();
  let [long, shortened] = [0, 0];
  const read = (line: string | undefined): void => {
    for (const event of line === undefined ? [] : stream.read(line)) {
      if (event.kind === 'called' && hookedTools.test(event.tool)) {
        hooked.set(event.call, toAction(event.tool, event.args));
      }
      const action = event.kind === 'gave' ? hooked.get(event.call) : undefined;
      if (event.kind !== 'gave' || action === undefined) continue;
      const isShortened = readHookNotice(event.text) !== undefined;
      // Hooks get a file's text without the line numbers that the host adds.
      const isLong = toShownResult(action, event.text).text.length >= MIN_HOOK_CHARS;
      if (!isShortened && (event.isFailed === true || !isLong)) continue;
      long += 1;
      shortened += Number(isShortened);
    }
  };
  for await (const chunk of source.open(signal)) lines.split(chunk).forEach(read);
  read(lines.end());
  return { long, shortened };
}
