import { TEXTS } from '../../storage/json-rows.ts';
import type { SqlRow, SqlStatement } from '../../storage/sql-database.ts';
import type { ContextStore, FoundSegments, SegmentPage } from '../context-store.ts';
import { fromStored } from '../search/stored-text.ts';
import { toListStatement, toSearchStatement } from './sql-context-find.ts';
import { toShownSegment } from './sql-context-rows.ts';
import { type ContextScope, joinParts } from './sql-context-scope.ts';
import { createWorkingReader, toState, toStateStatement } from './sql-context-working.ts';
import { isDescribedIn, PROJECT } from './sql-context-write.ts';

type Reads = Pick<ContextStore, 'state' | 'working' | 'knownTokens' | 'list' | 'search' | 'texts'>;

/** Methods of a store that change nothing. */
export function contextReads(owner: ContextScope): Reads {
  const { database, scope, run, keyOf, index } = owner;
  /** The sums of all pages are in the rows, so a page beyond the last one needs another query. */
  const paged = async (page: SegmentPage, toStatement: (page: SegmentPage) => SqlStatement): Promise<FoundSegments> => {
    const found = toFound((await run(toStatement(page))).rows);
    if (found.segments.length > 0 || (page.offset ?? 0) === 0) return found;
    return { ...toFound((await run(toStatement({ limit: 1 }))).rows), segments: [] };
  };
  return {
    async state(project) {
      return toState((await run(toStateStatement(keyOf(project)))).rows[0]);
    },
    working: createWorkingReader(database, scope),
    knownTokens: (hashes) => knownTokensOf(owner, hashes),
    async list(project, filter, page) {
      return await paged(page, (some) => toListStatement(keyOf(project), filter, some));
    },
    async search(project, terms, filter, page) {
      const { rows } = await run(index.counts(keyOf(project), terms));
      for (const hits of index.queries(rows)) {
        const found = await paged(page, (some) => toSearchStatement(keyOf(project), hits, filter, some));
        if (found.total > 0) return found;
      }
      return { segments: [], total: 0, tokens: 0 };
    },
    async texts(project, ids) {
      const { rows } = await database.query(
        `SELECT s.segment AS id, p.part FROM context_segments AS s JOIN context_text_parts AS p ON p.text_id = s.text_id
         WHERE s.project = ${PROJECT} AND s.segment IN ${TEXTS} AND NOT ${isDescribedIn('s.tags')}
         ORDER BY s.segment, p.n`,
        ...[scope, project, JSON.stringify(ids)],
      );
      return joinParts(rows);
    },
  };
}

async function knownTokensOf(
  { database, scope }: ContextScope,
  hashes: readonly string[],
): ReturnType<Reads['knownTokens']> {
  // Counts come from segments, because a text may have been stored first with a platform's count.
  const { rows } = await database.query(
    `SELECT * FROM (SELECT t.hash, (SELECT s.tokens FROM context_segments AS s
       WHERE s.text_id = t.id AND NOT ${isDescribedIn('s.tags')} LIMIT 1) AS tokens
     FROM context_texts AS t WHERE t.scope = ? AND t.hash IN ${TEXTS}) AS known
     WHERE tokens IS NOT NULL`,
    ...[scope, JSON.stringify(hashes)],
  );
  return new Map(rows.map((row) => [String(row['hash']), Number(row['tokens'])]));
}

function toFound(rows: readonly SqlRow[]): FoundSegments {
  return {
    segments: rows.map((row) => {
      const { hit } = row;
      return { ...toShownSegment(row), ...(typeof hit === 'string' && { hit: fromStored(hit) }) };
    }),
    total: Number(rows[0]?.['total'] ?? 0),
    tokens: Number(rows[0]?.['all_tokens'] ?? 0),
  };
}
