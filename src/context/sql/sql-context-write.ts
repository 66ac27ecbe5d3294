import { NOW } from '../../storage/database-clock.ts';
import { cell, jsonBatches, TEXTS } from '../../storage/json-rows.ts';
import { type SqlStatement, type SqlValue, sql } from '../../storage/sql-database.ts';
import { eachName } from '../../text/words.ts';
import type { NewSegment } from '../context-store.ts';
import { toStored } from '../search/stored-text.ts';
import { DESCRIBED, isDescribed, type Tier } from '../segment.ts';
import { storedBytes } from './sql-context-room.ts';
import { toHeld } from './sql-context-rows.ts';
import type { ContextWords, PartWords, ProjectKey } from './words/context-words.ts';

/** Max words added to the indexed text of a chunk. */
const MAX = 20_000;

/** Returns the words inside a text's names, each once: `parseHttpRequest` has `parse`, `Http` and `Request`. */
export function nameParts(text: string): string {
  const parts = new Set<string>();
  eachName(text, 0, text.length, (from, _to, ends, words) => {
    if (words < 2 || parts.size >= MAX) return;
    let start = from;
    for (let i = 0; i < words; i++) {
      const end = ends[i] as number;
      const word = text.slice(start, end).replace(/^[_$]+/, '');
      if (word.length > 1) parts.add(word.toLowerCase());
      start = end;
    }
  });
  return [...parts].join(' ');
}

/** Max UTF-16 units of a stored and indexed chunk: D1 takes 2 MB per value. */
export const CHUNK_UNITS = 200_000;

/** Splits a text into chunks of at most `CHUNK_UNITS`, never inside a surrogate pair. An empty text is one chunk. */
export function textChunks(text: string): readonly string[] {
  const chunks: string[] = [];
  for (let from = 0; from < text.length; ) {
    let to = Math.min(text.length, from + CHUNK_UNITS);
    if (to < text.length && (text.charCodeAt(to) & 0xfc00) === 0xdc00) to -= 1;
    chunks.push(text.slice(from, to));
    from = to;
  }
  return chunks.length === 0 ? [''] : chunks;
}

/** Random bytes that name the statements of one batch. */
export const BATCH_BYTES = 8;

/** Subquery for the project's row id; takes scope and name. */
export const PROJECT = '(SELECT id FROM context_projects WHERE scope = ? AND name = ?)';

/** SQL condition on a row's tags: true if a platform described the segment without its text. */
export function isDescribedIn(tags: string): string {
  return `replace(${tags}, '${JSON.stringify(DESCRIBED)}', '') <> ${tags}`;
}

/** Row numbers reserved per segment for parts of its text; 10 MiB needs about 52. */
export const ROWS_A_SEGMENT = 64;

/**
 * Creates the project's row if it does not exist, and advances its time. The time strictly increases, so that of two
 * changes in one millisecond the later one is younger.
 */
export function toTouchStatements({ scope, project }: ProjectKey): SqlStatement[] {
  return [
    sql(
      `INSERT INTO context_projects (scope, name, latest) VALUES (?, ?, ${NOW})
       ON CONFLICT (scope, name) DO UPDATE SET latest = CASE WHEN context_projects.latest < excluded.latest
         THEN excluded.latest ELSE context_projects.latest + 1 END`,
      ...[scope, project],
    ),
  ];
}

const FIELDS = [
  ...['segment', 'type', 'task', 'created_at', 'pinned', 'file', 'from_line', 'to_line', 'tags', 'topic', 'tokens'],
  ...['held', 'preview', 'hash'],
];
const NUMBERS: ReadonlySet<string> = new Set(['created_at', 'pinned', 'from_line', 'to_line', 'tokens']);
const CELLS = FIELDS.map((name, i) => `${cell('v', i, NUMBERS.has(name) ? 'integer' : 'text')} AS ${name}`).join(', ');

export interface AddedSegments {
  readonly segments: readonly NewSegment[];
  readonly tier: Tier;
  readonly batch: string;
  readonly index: ContextWords;
}

/**
 * Returns the transaction that adds segments: new texts, new rows, and the words of those rows. `batch` must be unique;
 * it identifies the rows of this transaction. The statements at the indexes `added` return the added segments.
 */
export function toAddStatements(
  key: ProjectKey,
  { segments, tier, batch, index }: AddedSegments,
): { readonly statements: readonly SqlStatement[]; readonly added: readonly number[] } {
  const { scope, project } = key;
  const whole = segments.filter((one) => !isDescribed(one)).map(({ id }) => id);
  const statements = [...toTouchStatements(key), toForgetStatement(key, whole, isDescribedIn('s.tags'))];
  const texts = new Map(segments.map((segment) => [segment.hash, segment]));
  const chunks = new Map([...texts].map(([hash, { text }]) => [hash, textChunks(toStored(text))]));
  for (const rows of jsonBatches([...texts].map(([hash, { tokens, text }]) => [hash, tokens, storedBytes(text)]))) {
    statements.push(
      sql(
        `INSERT INTO context_texts (scope, hash, tokens, bytes)
         SELECT ?, ${cell('v', 0, 'text')}, ${cell('v', 1, 'integer')}, ${cell('v', 2, 'integer')} FROM json_each(?) AS v WHERE true ON CONFLICT DO NOTHING`,
        ...[scope, rows],
      ),
    );
  }
  for (const rows of jsonBatches([...chunks].flatMap(([hash, parts]) => parts.map((part, n) => [hash, n, part])))) {
    statements.push(
      sql(
        `INSERT INTO context_text_parts (text_id, n, part) SELECT t.id, ${cell('v', 1, 'integer')}, ${cell('v', 2, 'text')}
         FROM json_each(?) AS v CROSS JOIN context_texts AS t
         WHERE t.scope = ? AND t.hash = ${cell('v', 0, 'text')} ON CONFLICT DO NOTHING`,
        ...[rows, scope],
      ),
    );
  }
  const added: number[] = [];
  for (const rows of jsonBatches(segments.map(toFields))) {
    added.push(statements.length);
    statements.push(sql(INSERT, rows, tier, batch, scope, project, scope));
  }
  const words = segments.flatMap((segment) => partWords(segment, chunks.get(segment.hash) ?? []));
  statements.push(...index.add(key, batch, words));
  return { statements, added };
}

/** Returns the words of a segment to index, by the parts of its stored text. */
export function partWords(
  { id, file, topic, tags }: Pick<NewSegment, 'id' | 'file' | 'topic' | 'tags'>,
  parts: readonly string[],
): readonly PartWords[] {
  const about = [id, file ?? '', topic ?? '', ...tags].join(' ');
  return parts.map((part, n) => {
    const names = nameParts(part);
    return [id, n, part, n === 0 ? `${about} ${nameParts(about)} ${names}` : names];
  });
}

/** Columns that a text replaces when it takes the place of its description. */
const FILLED = ['type', 'file', 'from_line', 'to_line', 'tags', 'topic', 'tokens', 'held', 'text_id', 'preview']
  .map((name) => `${name} = excluded.${name}`)
  .join(', ');
// CROSS JOIN fixes the join order; otherwise the planner scans all texts for each row.
const INSERT = `INSERT INTO context_segments (project, segment, tier, type, task, created_at, touched_at, pinned, entered,
    file, from_line, to_line, tags, topic, tokens, held, text_id, preview, batch)
  SELECT p.id, f.segment, w.tier, f.type, coalesce(f.task, p.current_task), coalesce(f.created_at, p.latest), p.latest,
    f.pinned, p.collections, f.file, f.from_line, f.to_line, f.tags, f.topic, f.tokens, f.held, t.id, f.preview, w.batch
  FROM (SELECT v.key AS place, ${CELLS} FROM json_each(?) AS v) AS f
  CROSS JOIN context_projects AS p CROSS JOIN context_texts AS t CROSS JOIN (SELECT ? AS tier, ? AS batch) AS w
  WHERE p.scope = ? AND p.name = ? AND t.scope = ? AND t.hash = f.hash ORDER BY f.place
  ON CONFLICT (project, segment) DO UPDATE SET batch = excluded.batch, ${FILLED}, pinned =
      CASE WHEN excluded.pinned > context_segments.pinned THEN excluded.pinned ELSE context_segments.pinned END
    WHERE ${isDescribedIn('context_segments.tags')} AND NOT ${isDescribedIn('excluded.tags')}
  RETURNING segment AS id, tokens`;

function toFields(one: NewSegment): readonly SqlValue[] {
  return [
    ...[one.id, one.type, one.task, one.createdAt, Number(one.pinned), one.file],
    ...[one.lines?.start ?? null, one.lines?.end ?? null, JSON.stringify(one.tags), one.topic, one.tokens],
    ...[toHeld(one), one.preview, one.hash],
  ];
}

const CHOSEN = `project = ${PROJECT} AND segment IN ${TEXTS}`;
/** Condition on a segment that may leave the working set. */
export const CAN_GO: string = `pinned = 0 AND NOT ${isDescribedIn('tags')}`;
/** `|| ''` keeps the query planner off the tier index, which would scan the whole tier for a few named segments. */
const CHOSEN_TIER = `${CHOSEN} AND (tier || '')`;

/** Moves segments; `moved` is the index of the statement that returns which ones. */
export function toMoveStatements(
  { scope, project }: ProjectKey,
  ids: readonly string[],
  { from, to, collect = false }: { from: readonly Tier[]; to: Tier; collect?: boolean | undefined },
): { readonly statements: readonly SqlStatement[]; readonly moved: number } {
  const tiers = from.map((tier) => `'${tier}'`).join(', ');
  const chosen = [scope, project, JSON.stringify(ids)];
  if (to === 'working') {
    // The segment becomes young again. Collections that passed meanwhile count as survived, because it proved to be needed.
    const back = sql(
      `UPDATE context_segments SET tier = 'working', touched_at = (SELECT latest FROM context_projects AS p
         WHERE p.id = context_segments.project)
       WHERE ${CHOSEN_TIER} IN (${tiers}) RETURNING segment AS id, tokens`,
      ...chosen,
    );
    return { statements: [...toTouchStatements({ scope, project }), back], moved: 1 };
  }
  const move = sql(
    `UPDATE context_segments SET tier = '${to}' WHERE ${CHOSEN_TIER} IN (${tiers}) AND ${CAN_GO}
     RETURNING segment AS id, tokens`,
    ...chosen,
  );
  const collected = collect
    ? [toCollectStatement({ scope, project }, ids, `(tier || '') IN (${tiers}) AND ${CAN_GO}`)]
    : [];
  return { statements: [...collected, move], moved: collected.length };
}

/**
 * Counts one more collection, if any of the segments meets the condition, i.e. if the next statement changes something.
 */
function toCollectStatement({ scope, project }: ProjectKey, ids: readonly string[], which: string): SqlStatement {
  return sql(
    `UPDATE context_projects SET collections = collections + 1 WHERE scope = ? AND name = ?
     AND EXISTS (SELECT 1 FROM context_segments WHERE ${CHOSEN} AND ${which})`,
    ...[scope, project, scope, project, JSON.stringify(ids)],
  );
}

/** Deletes unpinned segments with their words, and texts that nothing refers to any more. */
export function toRemoveStatements(
  key: ProjectKey,
  ids: readonly string[],
  { collect = false }: { collect?: boolean | undefined } = {},
): { readonly statements: readonly SqlStatement[]; readonly removed: number } {
  const { scope, project } = key;
  const chosen = [scope, project, JSON.stringify(ids)];
  const collected = collect ? [toCollectStatement(key, ids, 'pinned = 0')] : [];
  return {
    removed: 1 + collected.length,
    statements: [
      ...collected,
      toForgetStatement(key, ids, 's.pinned = 0'),
      sql(`DELETE FROM context_segments WHERE ${CHOSEN} AND pinned = 0 RETURNING segment AS id, tokens`, ...chosen),
      toFreeTextsStatement(scope),
    ],
  };
}

/** Deletes the indexed words of the segments that meet a condition. */
function toForgetStatement({ scope, project }: ProjectKey, ids: readonly string[], which: string): SqlStatement {
  return sql(
    `DELETE FROM context_words WHERE rowid IN (SELECT s.id * ${ROWS_A_SEGMENT} + t.n FROM context_segments AS s
       JOIN context_text_parts AS t ON t.text_id = s.text_id WHERE s.${CHOSEN} AND ${which})`,
    ...[scope, project, JSON.stringify(ids)],
  );
}

/** Deletes texts of a scope that no segment or snapshot refers to. */
export function toFreeTextsStatement(scope: string): SqlStatement {
  return sql(
    `DELETE FROM context_texts WHERE scope = ?
       AND NOT EXISTS (SELECT 1 FROM context_segments AS s WHERE s.text_id = context_texts.id)
       AND NOT EXISTS (SELECT 1 FROM context_snapshot_segments AS s WHERE s.text_id = context_texts.id)`,
    scope,
  );
}
