import type { SqlResult, SqlRow } from '../../storage/sql-database.ts';
import { randomHex } from '../../teams/keys/api-key.ts';
import type { ContextStore, NewSegment } from '../context-store.ts';
import { derivedIn, toSegment, toShownSegment } from './sql-context-rows.ts';
import { type ContextScope, joinParts, movedOf } from './sql-context-scope.ts';
import {
  toGoneStatement,
  toHeldStatement,
  toHeldTextsStatement,
  toSnapshot,
  toSnapshotStatements,
  toSnapshotsStatement,
  toUnchangedStatement,
} from './sql-context-snapshots.ts';
import { BATCH_BYTES, toAddStatements, toMoveStatements } from './sql-context-write.ts';

type Snapshots = Pick<ContextStore, 'createSnapshot' | 'snapshots' | 'snapshotSegments' | 'snapshotTexts' | 'restore'>;

/** Methods of a store that take snapshots and restore them. */
export function contextSnapshots({ database, room, run, keyOf, index }: ContextScope): Snapshots {
  return {
    async createSnapshot(project, snapshot) {
      await room.check();
      const results = await database.batch(toSnapshotStatements(keyOf(project), snapshot));
      return toSnapshot(results.at(-1)?.rows[0] as SqlRow);
    },
    async snapshots(project, task) {
      return (await run(toSnapshotsStatement(keyOf(project), { task }))).rows.map(toSnapshot);
    },
    async snapshotSegments(project, id) {
      const [named, held] = await database.batch([
        toSnapshotsStatement(keyOf(project), { id }),
        toHeldStatement(keyOf(project), id),
      ]);
      if (named?.rows.length === 0) return undefined;
      return (held?.rows ?? []).map((row) => toShownSegment(row, 'working'));
    },
    async snapshotTexts(project, id, ids) {
      return joinParts((await run(toHeldTextsStatement(keyOf(project), id, ids))).rows);
    },
    async restore(project, id, ids) {
      const key = keyOf(project);
      const named = ({ rows }: SqlResult): string[] => rows.map(({ segment }) => String(segment));
      const gone = await run(toGoneStatement(key, id, ids));
      // A different text may have the id since the snapshot was taken. Such a segment is not restored.
      const unchanged = named(await run(toUnchangedStatement(key, id, ids)));
      // A segment that was only described is restored as a description.
      const texts = joinParts((await run(toHeldTextsStatement(key, id, named(gone), 'true'))).rows);
      const segments = gone.rows.map((row) => toNew(row, texts));
      if (segments.length > 0) await room.check(segments);
      const batch = randomHex(BATCH_BYTES);
      const add = toAddStatements(key, { segments, tier: 'working', batch, index });
      const move = toMoveStatements(key, unchanged, { from: ['stashed', 'archive'], to: 'working' });
      const results = await database.batch([...add.statements, ...move.statements]);
      const places = [...add.added, add.statements.length + move.moved];
      return places.flatMap((at) => movedOf(results[at]));
    },
  };
}

function toNew(row: SqlRow, texts: ReadonlyMap<string, string>): NewSegment {
  const segment = toSegment(row, 'working');
  return {
    ...segment,
    text: texts.get(segment.id) ?? '',
    hash: String(row['hash']),
    preview: String(row['preview']),
    ...derivedIn(String(row['held'])),
  };
}
