import type { Policy } from './policy.ts';
import type { Need, Piece, Session } from './session.ts';

export interface Replayed {
  /** Needs of pieces that were read or decided before. */
  readonly needs: number;
  /** Needs with a piece that was no longer in the context. */
  readonly misses: number;
  /** Tokens that were fetched again, without the session's own reads. */
  readonly fetched: number;
  /** Misses for which the first page of one search had all missing pieces. */
  readonly found: number;
  /** Tokens in the context, averaged over the turns. */
  readonly held: number;
}

/** A full context is reduced to this share of the budget. */
const DOWN_TO = 0.8;
/**
 * The session's own reads of a file within this many turns after a miss belong to that miss, and are not counted as
 * another.
 */
const RIGHT_AFTER = 5;

/** Replays a session with a budget in tokens; `policy` decides which pieces leave. */
export async function simulate({ turns }: Session, policy: Policy, budget: number): Promise<Replayed> {
  const context = new Map<string, Piece>();
  /** Ids of the pieces that have the content of pieces fetched again. */
  const carriers = new Map<string, string>();
  /** Turn of each file's last miss. */
  const missedAt = new Map<string, number>();
  let total = 0;
  const count = { needs: 0, misses: 0, fetched: 0, found: 0 };
  let held = 0;

  const drop = (ids: readonly string[]): void => {
    for (const id of ids) {
      total -= context.get(id)?.tokens ?? 0;
      context.delete(id);
    }
  };
  const come = async (piece: Piece): Promise<void> => {
    context.set(piece.id, piece);
    total += piece.tokens;
    drop(await policy.added(piece));
    if (total > budget) drop(await policy.evict([...context.values()], total - budget * DOWN_TO));
  };
  const miss = async (need: Need, missing: readonly string[], at: number): Promise<void> => {
    const { ids, again, file } = need;
    const before = missedAt.get(file);
    if (again === null && before !== undefined && at - before <= RIGHT_AFTER) return;
    missedAt.set(file, at);
    count.misses += 1;
    let found = policy.finds !== undefined;
    for (const id of missing) found &&= (await policy.finds?.(id, need)) ?? false;
    if (found) count.found += 1;
    if (again === null) return;
    count.fetched += again.tokens;
    for (const id of ids) carriers.set(id, again.id);
    await come(again);
  };
  for (const [at, turn] of turns.entries()) {
    if (turn.kind === 'comes') await come(turn.piece);
    else {
      count.needs += 1;
      const carrying = turn.ids.map((id) => carriers.get(id) ?? id);
      const missing = carrying.filter((id) => !context.has(id));
      if (missing.length === 0) policy.used(carrying);
      else await miss(turn, missing, at);
    }
    held += total / turns.length;
  }
  return { ...count, held };
}
