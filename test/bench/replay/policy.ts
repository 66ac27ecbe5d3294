import type { Need, Piece } from './session.ts';

/** Decides which pieces leave a full context. */
export interface Policy {
  readonly name: string;
  /** Called when a piece arrives. Resolves to the ids of pieces that it replaces. */
  added(piece: Piece): Promise<readonly string[]>;
  /** Called when pieces in the context were needed. */
  used(ids: readonly string[]): void;
  /** Chooses pieces to remove until `tokens` tokens are free. `context` is in order of arrival. */
  evict(context: readonly Piece[], tokens: number): Promise<readonly string[]>;
  /** Resolves to true if the first page of one search finds a removed piece. Undefined if the policy has no search. */
  finds?(id: string, need: Need): Promise<boolean>;
  close?(): void;
}

/** Number of newest pieces that no policy removes. */
const LAST = 10;

/** Takes pieces from the front of `order` until `tokens` tokens are free. */
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

/** Removes the oldest results of tools first, then the oldest other pieces, as model APIs do. */
export function clearOldest(): Policy {
  return {
    ...{ name: 'oldest tool results first', added: nothing, used: () => {} },
    evict: async (context, tokens) => {
      const results = context.filter(({ isToolResult }) => isToolResult);
      return takeFrom([...results, ...context.filter(({ isToolResult }) => !isToolResult)], context, tokens);
    },
  };
}

/** Removes the least recently used pieces first. The simulation reports every use, which a real agent would not. */
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

/** Removes pieces at random, the same ones for the same seed. */
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
