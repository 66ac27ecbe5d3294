import { TEXTS } from '../../storage/json-rows.ts';
import { type SqlRow, type SqlStatement, type SqlValue, sql } from '../../storage/sql-database.ts';
import type { ContextStore, FoundSegments, SegmentFilter, SegmentPage } from '../context-store.ts';
import { fromStored } from '../search/stored-text.ts';
import { SEGMENT_COLUMNS, toShownSegment } from './sql-context-rows.ts';
import { type ContextScope, joinParts } from './sql-context-scope.ts';
import { createWorkingReader, toState, toStateStatement } from './sql-context-working.ts';
import { isDescribedIn, PROJECT } from './sql-context-write.ts';
import type { ProjectKey } from './words/context-words.ts';

const SHOWN = [...SEGMENT_COLUMNS, 'tier', 'preview'].map((name) => `s.${name}`).join(', ');

interface Where {
  readonly sql: string;
  readonly params: readonly SqlValue[];
}

/** Selects a page of segments, by id or newest first. Each row also has `total` and `all_tokens`. */
function toListStatement(key: ProjectKey, filter: SegmentFilter, page: SegmentPage): SqlStatement {
  const where = toWhere(key, filter);
  return sql(
    `SELECT ${SHOWN}, t.hash, count(*) OVER () AS total, sum(s.tokens) OVER () AS all_tokens
     FROM context_segments AS s JOIN context_texts AS t ON t.id = s.text_id
     WHERE ${where.sql} ORDER BY s.touched_at DESC, s.id DESC LIMIT ? OFFSET ?`,
    ...where.params,
    ...[page.limit, page.offset ?? 0],
  );
}

/** Selects a page of the segments that a query of the index finds, best first. `part` is the best part of the text. */
function toSearchStatement(
  key: ProjectKey,
  hits: SqlStatement,
  filter: SegmentFilter,
  page: SegmentPage,
): SqlStatement {
  const where = toWhere(key, filter);
  return sql(
    `WITH hits AS MATERIALIZED (${hits.sql}),
     ranked AS (SELECT id, part, score, row_number() OVER (PARTITION BY id ORDER BY score, part) AS place FROM hits),
     best AS (SELECT id, part, score FROM ranked WHERE place = 1),
     found AS (
       SELECT s.id AS found_row, b.part, b.score, count(*) OVER () AS total, sum(s.tokens) OVER () AS all_tokens
       FROM best AS b CROSS JOIN context_segments AS s
       WHERE s.id = b.id AND ${where.sql} ORDER BY b.score, s.id LIMIT ? OFFSET ?
     )
     SELECT ${SHOWN}, t.hash, p.part AS hit, found.total, found.all_tokens FROM found
     JOIN context_segments AS s ON s.id = found.found_row JOIN context_texts AS t ON t.id = s.text_id
     LEFT JOIN context_text_parts AS p ON p.text_id = s.text_id AND p.n = found.part
     ORDER BY found.score, s.id`,
    ...hits.params,
    ...where.params,
    ...[page.limit, page.offset ?? 0],
  );
}

function toWhere({ scope, project }: ProjectKey, filter: SegmentFilter): Where {
  // With given ids, `|| ''` keeps the query planner off the tier index, which would scan the whole tier.
  const tier = filter.ids === undefined ? 's.tier' : "(s.tier || '')";
  const parts: string[] = [
    `s.project = ${PROJECT}`,
    `${tier} IN (${filter.tiers.map((one) => `'${one}'`).join(', ')})`,
  ];
  const params: SqlValue[] = [scope, project];
  const and = (text: string, value: SqlValue): void => {
    parts.push(text);
    params.push(value);
  };
  if (filter.ids !== undefined) and(`s.segment IN ${TEXTS}`, JSON.stringify(filter.ids));
  if (filter.file !== undefined) and('s.file = ?', filter.file);
  if (filter.task !== undefined) and('s.task = ?', filter.task);
  if (filter.type !== undefined) and('s.type = ?', filter.type);
  if (filter.createdAfter !== undefined) and('s.created_at > ?', filter.createdAfter);
  if (filter.createdBefore !== undefined) and('s.created_at < ?', filter.createdBefore);
  for (const tag of filter.tags ?? []) and('EXISTS (SELECT 1 FROM json_each(s.tags) AS g WHERE g.atom = ?)', tag);
  return { sql: parts.join(' AND '), params };
}

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
