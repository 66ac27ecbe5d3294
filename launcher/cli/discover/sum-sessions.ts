import { HOOK_CUTS, type HookCuts } from '../../../src/unasked/cuts.ts';
import type { DiscoveredSession } from './read-session.ts';

/** Sums over long results of a tool. `share` and `spared` are shares of the price of all sessions that are not odd. */
export interface ToolSum {
  readonly host: string;
  readonly tool: string;
  readonly results: number;
  readonly tokens: number;
  readonly share: number;
  readonly shortened: Readonly<Record<HookCuts, number>>;
  readonly spared: Readonly<Record<HookCuts, number>>;
}

/** Price of a model's sessions, in tokens of uncached input. */
export interface ModelSum {
  readonly host: string;
  readonly model: string;
  readonly sessions: number;
  readonly cost: number;
}

/** What pauses cost in caches of one lifetime, as shares of the price of their sessions. */
export interface CacheSum {
  readonly minutes: number;
  readonly sessions: number;
  /** Sessions with a pause, and their pauses. */
  readonly paused: number;
  readonly pauses: number;
  readonly lost: number;
  /** Change of the price in a cache of the other lifetime, with its 95 % interval. Negative is cheaper. */
  readonly other: number;
  readonly interval: readonly [number, number];
}

export interface Discovered {
  readonly sessions: number;
  /** Number of sessions whose results are left out, because their token counts do not fit their texts. */
  readonly odd: number;
  readonly models: readonly ModelSum[];
  readonly tools: readonly ToolSum[];
  readonly spared: Readonly<Record<HookCuts, number>>;
  readonly caches: readonly CacheSum[];
}

export function sumSessions(all: readonly DiscoveredSession[]): Discovered {
  const sessions = all.filter(({ isOdd }) => !isOdd);
  const odd = all.length - sessions.length;
  const cost = total(sessions, (one) => one.cost) || 1;
  const tools = toolSums(sessions, cost);
  return {
    ...{ sessions: sessions.length, odd, models: modelSums(all), tools, caches: cacheSums(all) },
    spared: byCuts((cuts) => total(tools, ({ spared }) => spared[cuts])),
  };
}

const byCuts = (of: (cuts: HookCuts) => number): Record<HookCuts, number> =>
  Object.fromEntries(HOOK_CUTS.map((cuts) => [cuts, of(cuts)])) as Record<HookCuts, number>;

function grouped<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

function total<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + of(item), 0);
}

function modelSums(sessions: readonly DiscoveredSession[]): readonly ModelSum[] {
  const priced = sessions.flatMap(({ host, byModel }) =>
    Array.from(byModel, ([model, cost]) => ({ host, model, cost })),
  );
  // Claude Code records messages of its own, which cost nothing, as a model's.
  const rows = priced.filter(({ cost }) => cost > 0);
  return Array.from(grouped(rows, ({ host, model }) => `${host}\n${model}`).values(), (of) => {
    const [{ host, model }] = of as [(typeof rows)[number]];
    return { host, model, sessions: of.length, cost: total(of, (one) => one.cost) };
  }).sort((a, b) => b.cost - a.cost);
}

function toolSums(sessions: readonly DiscoveredSession[], cost: number): readonly ToolSum[] {
  const rows = sessions.flatMap(({ host, results }) => results.map((result) => ({ host, ...result })));
  return Array.from(grouped(rows, ({ host, tool }) => `${host}\n${tool}`).values(), (of) => {
    const [{ host, tool }] = of as [(typeof rows)[number]];
    return {
      ...{ host, tool, results: of.length, tokens: total(of, ({ tokens }) => tokens) },
      share: total(of, ({ tokens, weight }) => tokens * weight) / cost,
      shortened: byCuts((cuts) => of.filter(({ spared }) => spared[cuts] > 0).length),
      spared: byCuts((cuts) => total(of, ({ spared, weight }) => spared[cuts] * weight) / cost),
    };
  }).sort((a, b) => b.share - a.share);
}

function cacheSums(sessions: readonly DiscoveredSession[]): readonly CacheSum[] {
  const caches = sessions.flatMap(({ cost, cache }) => (cache === undefined ? [] : [{ ...cache, all: cost }]));
  return Array.from(
    grouped(caches, ({ minutes }) => minutes),
    ([minutes, of]) => {
      const all = total(of, (one) => one.all);
      const changes = of.map(({ cost, other, all: each }) => ({ above: other - cost, below: each }));
      return {
        ...{ minutes, sessions: of.length, paused: of.filter(({ pauses }) => pauses > 0).length },
        ...{ pauses: total(of, ({ pauses }) => pauses), lost: total(of, ({ lost }) => lost) / all },
        ...{ other: ratio(changes), interval: interval(changes) },
      };
    },
  );
}

interface Change {
  readonly above: number;
  readonly below: number;
}

const ratio = (changes: readonly Change[]): number =>
  total(changes, ({ above }) => above) /
  Math.max(
    1,
    total(changes, ({ below }) => below),
  );

const DRAWS = 1000;

/** Returns the 95 % percentile interval of the ratio, by a bootstrap over sessions (Efron, 1979). Deterministic. */
function interval(changes: readonly Change[]): readonly [number, number] {
  let seed = 1;
  // Numerical Recipes' linear congruential generator.
  const next = (): number => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
  const draw = (): number => ratio(changes.map(() => changes[Math.floor(next() * changes.length)] as Change));
  const drawn = Array.from({ length: DRAWS }, draw).sort((a, b) => a - b);
  return [drawn[Math.floor(DRAWS * 0.025)] as number, drawn[Math.ceil(DRAWS * 0.975) - 1] as number];
}
