import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Places } from '../hosts/places.ts';
import { readHostFile } from '../hosts/read-host-file.ts';
import { homeFolder } from '../platform/settings/config.ts';
import { hasSqlite } from '../platform/sqlite/load-sqlite.ts';
import { LEDGER_FILE, openSavings } from '../savings/open-savings.ts';
import { ledgerSessionId } from '../savings/session-id.ts';
import { wholeWords } from '../savings/whole-reasons.ts';
import { openRecords } from '../setup/files/records.ts';
import type { FoundSetup } from '../setup/find-setups.ts';
import { hookLists, ourItem } from '../setup/hook-lists.ts';
import { hookMode } from '../setup/hook-mode.ts';
import { type RecentOptions, type RecentResults, recentResults } from './recent-results.ts';

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
