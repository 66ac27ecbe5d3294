import { readHookNotice } from '../../src/text/hook-notice.ts';
import { toAction } from '../../src/transcripts/actions/to-action.ts';
import { createLineSplitter } from '../../src/transcripts/line-splitter.ts';
import type { SessionEvent } from '../../src/transcripts/session-event.ts';
import { createSessionStream } from '../../src/transcripts/session-stream.ts';
import { filesShown } from '../hooks/shown-files.ts';
import { isUntouchable } from '../hooks/untouchable.ts';
import { fileSource } from '../hosts/file-source.ts';
import type { Host } from '../hosts/host.ts';
import type { SessionSource, UserPlaces } from '../hosts/recordings.ts';
import { walkFiles } from '../platform/files/walk-files.ts';

/** Counts of long results in the newest sessions of a host, and of those that were shortened. */
export interface RecentResults {
  readonly sessions: number;
  /** Sessions in which a hook of ours ran. */
  readonly hooked: number;
  /** Results long enough to be shortened. */
  readonly long: number;
  readonly shortened: number;
}

export interface RecentOptions {
  /** Milliseconds since 1970. Sessions that ended before are ignored. */
  readonly since: number;
  /** Min UTF-16 units of a long result. */
  readonly minChars: number;
  /** Resolves to true if a hook of ours ran in the session with that transcript. */
  readonly isHooked: (record: string) => Promise<boolean>;
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
  { since, minChars, isHooked, signal }: RecentOptions,
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
  for (const source of newest) {
    const counted = await countResults(source, { hookedTools, minChars, signal }).catch(() => undefined);
    signal.throwIfAborted();
    if (counted === undefined || counted.long === 0) continue;
    sessions += 1;
    hooked += Number(counted.shortened > 0 || (await isHooked(source.place)));
    long += counted.long;
    shortened += counted.shortened;
  }
  return sessions === 0 ? undefined : { sessions, hooked, long, shortened };
}

interface CountOptions extends Pick<RecentOptions, 'minChars' | 'signal'> {
  readonly hookedTools: RegExp;
}

async function countResults(
  source: SessionSource,
  { hookedTools, minChars, signal }: CountOptions,
): Promise<{ readonly long: number; readonly shortened: number }> {
  const lines = createLineSplitter();
  const stream = createSessionStream();
  /** Ids of calls whose results hooks may shorten. */
  const hooked = new Set<string>();
  let [long, shortened] = [0, 0];
  const read = (line: string | undefined): void => {
    for (const event of line === undefined ? [] : stream.read(line)) {
      if (event.kind === 'called' && hookedTools.test(event.tool) && mayBeShortened(event)) hooked.add(event.call);
      if (event.kind !== 'gave' || !hooked.has(event.call)) continue;
      const isShortened = readHookNotice(event.text) !== undefined;
      if (!isShortened && (event.isFailed === true || event.text.length < minChars)) continue;
      long += 1;
      shortened += Number(isShortened);
    }
  };
  for await (const chunk of source.open(signal)) lines.split(chunk).forEach(read);
  read(lines.end());
  return { long, shortened };
}

function mayBeShortened({ tool, args }: SessionEvent & { readonly kind: 'called' }): boolean {
  return !filesShown(toAction(tool, args)).some(isUntouchable);
}
