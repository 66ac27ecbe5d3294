import { DatabaseSync } from 'node:sqlite';
import { CANDIDATE_SCORE, collect } from '../../../src/context/collector/collect.ts';
import { toPlan } from '../../../src/context/collector/plan.ts';
import { lineSketchOf } from '../../../src/context/links/line-sketch.ts';
import { linksOf } from '../../../src/context/links/links-of.ts';
import { previewOf } from '../../../src/context/search/preview.ts';
import { toTerms } from '../../../src/context/search/query-terms.ts';
import { createSqlContexts } from '../../../src/context/sql/sql-context-store.ts';
import { migrate } from '../../../src/storage/migrate.ts';
import { createSqliteDatabase, type SqliteHandle } from '../../../src/storage/sqlite-driver.ts';
import type { Policy } from './policy.ts';
import type { Piece } from './session.ts';

const PROJECT = 'replay';
/** Number of segments on the first page of a search. */
const PAGE = 50;
/** Newest pieces that are always kept, as in the other policies. */
const LAST = 10;
/** Milliseconds between two pieces. */
const STEP_MS = 30_000;

/**
 * Creates a policy that runs the collector over its own store, as the launcher does. A read of a file supersedes an
 * older one.
 */
export async function collector(): Promise<Policy> {
  const database = createSqliteDatabase(new DatabaseSync(':memory:') as unknown as SqliteHandle);
  await migrate(database);
  let now = Date.UTC(2026, 0, 1);
  const store = createSqlContexts(database, { now: () => now }).of('replay');
  let task: string | undefined;
  return {
    name: 'the collector',
    async added(piece) {
      now += STEP_MS;
      if (piece.task !== null && piece.task !== task) await store.setFocus(PROJECT, { currentTask: piece.task });
      task = piece.task ?? task;
      const { id, type, text, tokens, file, lines, topic } = piece;
      const source = { id, text, file, tags: [] };
      await store.add(
        PROJECT,
        [
          {
            ...{
              id,
              type,
              text,
              tokens,
              file,
              lines,
              task: piece.task,
              hash: await hashOf(text),
              preview: previewOf(text),
            },
            ...{
              createdAt: null,
              pinned: false,
              tags: isSearch(piece) ? ['tool:grep'] : [],
              topic,
              links: linksOf(source),
              sketch: type === 'code' && file !== null ? lineSketchOf(text) : '',
            },
          },
        ],
        'working',
      );
      const gone = piece.isRead ? await store.supersede(PROJECT, id) : [];
      return gone.map((one) => one.id);
    },
    used: () => {},
    async evict(context, tokens) {
      const kept = new Set(context.slice(-LAST).map(({ id }) => id));
      const { candidates } = collect(await store.working(PROJECT));
      const disposable = candidates.filter(({ segment }) => !kept.has(segment.id));
      // As in `gc_analyze`: use only the segments worth removing, if these are enough.
      const worth = disposable.filter(({ score }) => score >= CANDIDATE_SCORE);
      const isEnough = worth.reduce((sum, { segment }) => sum + segment.tokens, 0) >= tokens;
      const plan = toPlan(isEnough ? worth : disposable, tokens);
      let ids = plan.ids;
      if (plan.shortfall > 0) ids = [...ids, ...oldestOf(context, new Set([...kept, ...ids]), plan.shortfall)];
      await store.move(PROJECT, ids, { from: ['working'], to: 'stashed', collect: true });
      return ids;
    },
    async finds(id, { query, file }) {
      const tiers = ['stashed', 'archive'] as const;
      const page = { limit: PAGE };
      const { segments } =
        query === null
          ? await store.list(PROJECT, { tiers, file }, page)
          : await store.search(PROJECT, toTerms(query), { tiers }, page);
      return segments.some((one) => one.id === id);
    },
    close: () => database.close(),
  };
}

/** Returns the oldest pieces, even roots, because the window is full and nothing else is left. */
function oldestOf(context: readonly Piece[], without: ReadonlySet<string>, tokens: number): readonly string[] {
  const ids: string[] = [];
  let free = 0;
  for (const { id, tokens: size } of context) {
    if (free >= tokens) break;
    if (without.has(id)) continue;
    ids.push(id);
    free += size;
  }
  return ids;
}

/** True for a result of a search, which the launcher tags. */
function isSearch({ type, file, topic }: Piece): boolean {
  return type === 'code' && file === null && topic !== null;
}

async function hashOf(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
