import { DEFAULT_PRICES } from '../../../../src/base/prices.ts';
import type { WholeReason } from '../../../../src/unasked/whole-reasons.ts';
import type { ModHost } from './mod-host.ts';
import { tokensText } from './status-line.ts';

/** Counts of one session. Texts, names and paths are never stored. */
export interface ModCounts {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Results that were considered, and those that were shortened, or would have been while the mod measures. */
  readonly results: number;
  readonly shortened: number;
  /** Tokens that were left out, minus notices and minus what was read back. */
  readonly saved: number;
  /** The same in US dollars; undefined if the model has no price. */
  readonly dollars?: number | undefined;
  /** The same two while the mod only measured. */
  readonly wouldSave: number;
  /** Tokens that the agent read back. */
  readonly fetched: number;
  /** Results that stayed whole, by reason. */
  readonly whole: Readonly<Partial<Record<WholeReason, number>>>;
}

export const NO_COUNTS: Omit<ModCounts, 'startedAt'> = {
  ...{ results: 0, shortened: 0, saved: 0, wouldSave: 0, fetched: 0, whole: {} },
};

/** Prefix of the keys of sessions in the store. */
const SESSION = 'session ';
/** Max sessions to keep. */
const MAX_SESSIONS = 200;

export const sessionKey = (id: string): string => `${SESSION}${id}`;

/** Reads the counts of all sessions, oldest first. */
export async function loadCounts(host: ModHost): Promise<readonly ModCounts[]> {
  const keys = (await host.keys()).filter((key) => key.startsWith(SESSION));
  const counts = await Promise.all(keys.map((key) => host.load(key)));
  return counts.map((one) => ({ startedAt: 0, ...NO_COUNTS, ...Object(one) }) as ModCounts);
}

/** Removes the counts of the oldest sessions. */
export async function dropOldCounts(host: ModHost): Promise<void> {
  const keys = (await host.keys()).filter((key) => key.startsWith(SESSION));
  for (const key of keys.slice(0, -MAX_SESSIONS)) await host.drop(key);
}

/** Results and milliseconds after which the savings so far are worth telling: three days. */
const MEASURED = { results: 200, ms: 3 * 24 * 60 * 60 * 1000 } as const;

/** Returns what measuring has found, once it has seen enough; undefined before. `now`: milliseconds since 1970. */
export function measuredText(all: readonly ModCounts[], now: number): string | undefined {
  const total = (of: 'results' | 'shortened' | 'wouldSave'): number => all.reduce((sum, counts) => sum + counts[of], 0);
  const [results, shortened, wouldSave] = [total('results'), total('shortened'), total('wouldSave')];
  const since = Math.min(...all.map(({ startedAt }) => startedAt));
  if (results === 0 || (results < MEASURED.results && now - since < MEASURED.ms)) return undefined;
  return `Of ${results} long results ${shortened} would have been shortened, which saves ${tokensText(wouldSave)} tokens. /pruner on does it.`;
}

/**
 * Follows what left-out tokens are worth: each would have been written to the prompt cache once, and read from it by
 * every later request. `dollars` is what the session had saved before it was resumed.
 */
export function createMoney(dollars = 0) {
  let held = 0;
  let total = dollars;
  let model = '';
  const price = () => DEFAULT_PRICES.find((one) => model.startsWith(one.model));
  return {
    /** A request is sent: it carries fewer tokens. */
    request(of: string): void {
      model = of;
      total += (held * (price()?.cacheRead ?? 0)) / 1_000_000;
    },
    /** The session is compacted, so later requests would not carry what was left out either. */
    compacted(): void {
      held = 0;
    },
    saved(tokens: number): void {
      held += tokens;
      total += (tokens * (price()?.cacheWrite ?? 0)) / 1_000_000;
    },
    /** Undefined if the model has no price. */
    dollars: (): number | undefined => (price() === undefined ? undefined : total),
  };
}
