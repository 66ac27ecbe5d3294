import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { readHookNotice } from '../../src/text/hook-notice.ts';
import type { Action } from '../../src/transcripts/actions/action.ts';
import { toShownResult } from '../../src/transcripts/actions/shown-result.ts';
import { toAction } from '../../src/transcripts/actions/to-action.ts';
import { createLineSplitter } from '../../src/transcripts/line-splitter.ts';
import { createSessionStream } from '../../src/transcripts/session-stream.ts';
import { type WholeCounts, type WholeReason, wholeWords } from '../../src/unasked/whole-reasons.ts';
import { MIN_HOOK_CHARS } from '../hosts/hook-client/hook-server.ts';
import type { Host, HostCounts } from '../hosts/host.ts';
import type { Places } from '../hosts/places.ts';
import { readHostFile } from '../hosts/read-host-file.ts';
import type { SessionSource, UserPlaces } from '../hosts/recordings.ts';
import { homeFolder } from '../platform/settings/config.ts';
import { hasSqlite } from '../platform/sqlite/load-sqlite.ts';
import { LEDGER_FILE, openSavings } from '../savings/open-savings.ts';
import { ledgerSessionId } from '../savings/session-id.ts';
import { fileSources, newestFirst } from '../sessions/own-sources.ts';
import { openRecords } from '../setup/files/records.ts';
import type { FoundSetup } from '../setup/find-setups.ts';
import { hookLists, ourItem } from '../setup/hook-lists.ts';
import { hookMode } from '../setup/hook-mode.ts';

/** Counts of long results in the newest sessions of a host, and of those that were shortened. */
interface RecentResults {
  readonly sessions: number;
  /** Sessions in which a hook of ours ran. */
  readonly hooked: number;
  /** Results long enough to be shortened. */
  readonly long: number;
  readonly shortened: number;
  /** Why results of these sessions passed unchanged, as far as the ledger knows. */
  readonly whole: WholeCounts;
}

interface RecentOptions {
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
  const { hookedTools, hooksNameSession } = recordings ?? {};
  if (hookedTools === undefined || hooksNameSession !== true) return undefined;
  const found = await fileSources(recordings, places);
  const isRead = ({ changedAt = 0, bytes }: SessionSource): boolean => changedAt >= since && bytes <= MAX_BYTES;
  const newest = newestFirst(found.filter(isRead)).slice(0, MAX_SESSIONS);
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

type WholeIn = RecentOptions['wholeIn'];

/** Finding about long results in a host's newest sessions. */
export interface RecentFinding {
  /** The host's name in options. */
  readonly host: string;
  readonly message: string;
  /** How to make hooks run; undefined if they do. */
  readonly fix?: string | undefined;
}

interface Asked {
  readonly setups: readonly FoundSetup[];
  readonly places: Places;
  readonly env: Places['env'];
  readonly cwd: string;
  readonly signal: AbortSignal;
}

/**
 * Looks into the newest sessions of each host that has our hooks, and reports whether they ran and what they shortened.
 * Hosts without sessions since the last `init` are left out.
 */
export async function recentFindings({ setups, ...asked }: Asked): Promise<readonly RecentFinding[]> {
  const found = await Promise.all(setups.map((setup) => findingOf(setup, asked)));
  return found.filter((one) => one !== undefined);
}

async function findingOf(
  { host, servers }: FoundSetup,
  { places, env, cwd, signal }: Omit<Asked, 'setups'>,
): Promise<RecentFinding | undefined> {
  const counts = await host.readCounts?.(places);
  if (counts !== undefined) return { host: host.name, message: countsText(host.setup.title, counts) };
  const server = servers.find(({ enabled }) => enabled);
  const mode = server && hookMode(server.launch.env);
  if (server === undefined || mode === undefined || mode === 'off') return undefined;
  const home = homeFolder({ ...env, ...server.launch.env }, cwd);
  const since = await hookedSince(host, places, home);
  if (since === undefined) return undefined;
  const ledger = await openLedger(home);
  try {
    const wholeIn: WholeIn = ledger?.wholeIn ?? (async () => ({}));
    const results = await recentResults(host, places, { since, wholeIn, signal });
    return results && { host: host.name, ...toWords(results, host.setup, mode) };
  } finally {
    ledger?.close();
  }
}

/** Says what a plugin has counted inside its host. */
function countsText(title: string, { sessions, results, shortened, saved, wouldSave, whole }: HostCounts): string {
  const of = `${title}: of ${results} long results in ${sessions} ${sessions === 1 ? 'session' : 'sessions'}`;
  const measured = wouldSave === 0 ? '' : `; measuring found ${wouldSave} more to save`;
  const why = wholeWords(whole);
  const rest = why.length === 0 ? '' : `; whole: ${why.join(', ')}`;
  return `${of} ${shortened} were shortened or would have been, ${saved} tokens saved${measured}${rest}`;
}

function toWords(
  { sessions, hooked, long, shortened, whole }: RecentResults,
  { title, hooksTrust }: FoundSetup['host']['setup'],
  mode: 'on' | 'shadow',
): Pick<RecentFinding, 'message' | 'fix'> {
  const last = sessions === 1 ? 'the last session' : `the last ${sessions} sessions`;
  const results = `${title}: of ${long} long ${long === 1 ? 'result' : 'results'} in ${last}`;
  if (hooked === 0) {
    const fix =
      hooksTrust === undefined ? `restart ${title}` : `enter /hooks in ${title}, and trust the one of mcp-pruner`;
    return { message: `${results} mcp-pruner saw none, because its hooks never ran`, fix };
  }
  const ran = hooked === sessions ? 'hooks ran in each' : `hooks ran in ${hooked}`;
  const why = mode === 'on' ? wholeWords(whole) : ['only measured'];
  const rest = why.length === 0 ? '' : `; whole: ${why.join(', ')}`;
  return { message: `${results} ${shortened} ${shortened === 1 ? 'was' : 'were'} shortened; ${ran}${rest}` };
}

/** Returns the time when `init` last wrote our hooks for a host; undefined if there are none. */
async function hookedSince(host: FoundSetup['host'], places: Places, home: string): Promise<number | undefined> {
  const times: number[] = [];
  for (const { path: file, items } of hookLists(host, places)) {
    const read = await readHostFile({ path: file, format: 'json' });
    if (!read.ok || !items.some((item) => ourItem(read.root, item) !== undefined)) continue;
    const written = (await openRecords(home).writtenAt(file)) ?? (await stat(file).catch(() => undefined))?.mtimeMs;
    if (written !== undefined) times.push(written);
  }
  return times.length === 0 ? undefined : Math.min(...times);
}

/** Opens the ledger, which records in which sessions hooks ran; undefined if there is none or it cannot be read. */
async function openLedger(home: string): Promise<{ readonly wholeIn: WholeIn; close(): void } | undefined> {
  if (!hasSqlite()) return undefined;
  if (!existsSync(path.join(home, LEDGER_FILE))) return { wholeIn: async () => undefined, close: () => {} };
  const store = await openSavings(home, () => {}).catch(() => undefined);
  return (
    store && {
      async wholeIn(record) {
        const id = ledgerSessionId(record);
        const whole = await store.wholeIn(id);
        if (Object.keys(whole).length > 0) return whole;
        return ((await store.session(id, false)) ?? (await store.session(id, true))) ? {} : undefined;
      },
      close: store.close,
    }
  );
}
