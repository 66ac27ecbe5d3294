import { TEXTS } from '../../storage/json-rows.ts';
import { sql } from '../../storage/sql-database.ts';
import { randomHex } from '../../teams/keys/api-key.ts';
import type { ContextStore } from '../context-store.ts';
import { type ContextScope, movedOf } from './sql-context-scope.ts';
import { toState, toStateStatement } from './sql-context-working.ts';
import {
  BATCH_BYTES,
  CAN_GO,
  PROJECT,
  toAddStatements,
  toMoveStatements,
  toRemoveStatements,
  toTouchStatements,
} from './sql-context-write.ts';

type Changes = Pick<ContextStore, 'add' | 'move' | 'remove' | 'pin' | 'supersede' | 'setFocus'>;

/** Methods of a store that change segments. */
export function contextChanges({ database, scope, room, run, keyOf, index }: ContextScope): Changes {
  return {
    async add(project, segments, tier) {
      if (segments.length === 0) return [];
      await room.check(segments);
      const batch = randomHex(BATCH_BYTES);
      const { statements, added } = toAddStatements(keyOf(project), { segments, tier, batch, index });
      const results = await database.batch(statements);
      return added.flatMap((at) => movedOf(results[at]));
    },
    async move(project, ids, move) {
      const { statements, moved } = toMoveStatements(keyOf(project), ids, move);
      return movedOf((await database.batch(statements))[moved]);
    },
    async remove(project, ids, how) {
      const { statements, removed } = toRemoveStatements(keyOf(project), ids, how);
      return movedOf((await database.batch(statements))[removed]);
    },
    async pin(project, ids, pinned) {
      const { rows } = await database.query(
        `UPDATE context_segments SET pinned = ? WHERE project = ${PROJECT}
         AND segment IN ${TEXTS} RETURNING segment AS id`,
        ...[Number(pinned), scope, project, JSON.stringify(ids)],
      );
      return rows.map(({ id }) => String(id));
    },
    async supersede(project, id) {
      const found = await database.query(
        `UPDATE context_segments SET tier = 'archive' WHERE project = ${PROJECT} AND (tier || '') = 'working' AND ${CAN_GO}
         AND id IN (SELECT o.id FROM context_segments AS o JOIN context_segments AS n
           ON n.project = o.project AND n.file = o.file AND n.type = o.type
           AND (n.from_line IS NULL OR (o.from_line >= n.from_line AND o.to_line <= n.to_line))
           WHERE n.project = ${PROJECT} AND n.segment = ? AND n.tier = 'working' AND o.id <> n.id)
         RETURNING segment AS id, tokens`,
        ...[scope, project, scope, project, id],
      );
      return movedOf(found);
    },
    async setFocus(project, { currentTask, activeFile }) {
      const { rows } = await run(toStateStatement(keyOf(project)));
      // Setting the focus takes room only for a new project.
      if (rows.length === 0) await room.check();
      await database.batch([
        ...toTouchStatements(keyOf(project)),
        sql(
          `UPDATE context_projects SET current_task = CASE WHEN ? = 1 THEN ? ELSE current_task END,
             active_file = CASE WHEN ? = 1 THEN ? ELSE active_file END
           WHERE scope = ? AND name = ?`,
          ...[Number(currentTask !== undefined), currentTask ?? null],
          ...[Number(activeFile !== undefined), activeFile ?? null, scope, project],
        ),
      ]);
      return toState(rows[0]);
    },
  };
}
