import type { Need, Piece } from './session.ts';

/** Decides what leaves a context that is full. */
export interface Policy {
  readonly name: string;
  /** One came. Resolves to those that need not stay because of it. */
  added(piece: Piece): Promise<readonly string[]>;
  /** Some that were there were needed. */
  used(ids: readonly string[]): void;
  /** Of `context`, in the order in which they came, those to let go so that `tokens` are free. */
  evict(context: readonly Piece[], tokens: number): Promise<readonly string[]>;
  /** Whether the first page of one search finds one that was let go; undefined where there is no search. */
  finds?(id: string, need: Need): Promise<boolean>;
  close?(): void;
}

/** LineChunks that came last: no policy lets them go. */
const LAST = 10;

/** Takes from the front of an order until so many tokens are free. */
function takeFrom(order: readonly Piece[], context: readonly Piece[], tokens: number): readonly string[] {
  const kept = new Set(context.slice(-LAST));
  const taken: string[] = [];
  let free = 0;
  for (const piece of order) {
    if (free >= tokens) break;
    if (kept.has(piece)) continue;
    taken.push(piece.id);
    free += piece.tokens;
  }
  return taken;
}

const nothing = async (): Promise<readonly string[]> => [];

/** The oldest results of tools first, then the oldest of all else: what model APIs do. */
export function clearOldest(): Policy {
  return {
    ...{ name: 'oldest tool results first', added: nothing, used: () => {} },
    evict: async (context, tokens) => {
      const results = context.filter(({ isToolResult }) => isToolResult);
      return takeFrom([...results, ...context.filter(({ isToolResult }) => !isToolResult)], context, tokens);
    },
  };
}

/** Least recently used first; it is told of every use, which no agent tells. */
export function leastRecentlyUsed(): Policy {
  const used = new Map<string, number>();
  let clock = 0;
  const touch = (id: string): void => void used.set(id, ++clock);
  return {
    name: 'least recently used',
    added: async ({ id }) => {
      touch(id);
      return [];
    },
    used: (ids) => ids.forEach(touch),
    evict: async (context, tokens) => {
      const order = [...context].sort((a, b) => (used.get(a.id) ?? 0) - (used.get(b.id) ?? 0));
      return takeFrom(order, context, tokens);
    },
  };
}

/** By lot, the same for the same seed. */
export function random(seed = 7): Policy {
  let state = seed;
  const next = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state;
  };
  return {
    ...{ name: 'random', added: nothing, used: () => {} },
    evict: async (context, tokens) => {
      const order = context.map((piece) => ({ piece, lot: next() })).sort((a, b) => a.lot - b.lot);
      return takeFrom(
        order.map(({ piece }) => piece),
        context,
        tokens,
      );
    },
  };
}
