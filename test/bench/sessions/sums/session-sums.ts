import type { Cell, Judgement } from '../judging/judgement.ts';
import { type Groups, groupsOf } from './case-groups.ts';
import { NumberRows } from './number-rows.ts';
import { type SessionTable, sessionTable } from './session-table.ts';
import { keyOf, type SumColumns, sumColumns } from './sum-columns.ts';

/** Cases of one group, by session. */
export interface GroupTable {
  readonly by: keyof Groups;
  readonly name: string;
  readonly table: SessionTable;
}

/**
 * Sums of judged cases by session. Texts, questions and lines are not kept. 10,000 sessions with 34 cells take about 46
 * MB, because groups are kept for few cells only.
 */
export interface SessionSums {
  /** Counts a tool's result, whether it becomes a case or not. */
  gave(session: string, tokens: number): void;
  /** Adds one case's judgement. Its session has the same id as in `gave`. */
  add(judgement: Judgement): void;
  /** Results by session: column 0 is their number, column 1 their tokens. */
  given(): SessionTable;
  all(): SessionTable;
  groups(): readonly GroupTable[];
  /** Columns of `all()`, and those of the tables in `groups()`. */
  readonly columns: SumColumns;
  readonly groupColumns: SumColumns;
  /** Memory of the sums, in bytes. */
  readonly bytes: number;
}

/** Cells with groups, which answer the questions that users ask about the pruner. */
const GROUPED: readonly Cell[] = [
  { point: 'own', method: 'engine' },
  { point: 'own', method: 'BM25' },
  { point: 'default', method: 'engine' },
];

/**
 * Creates the sums. Groups are kept only for cells in both `grouped` and `cells`, because each group takes about nine
 * rows per session.
 */
export function createSessionSums(cells: readonly Cell[], grouped: readonly Cell[] = GROUPED): SessionSums {
  const groupedKeys = new Set(grouped.map(keyOf));
  const columns = sumColumns(cells);
  const groupColumns = sumColumns(cells.filter((cell) => groupedKeys.has(keyOf(cell))));
  const sessions = new Map<string, number>();
  const given = new NumberRows(2, 8);
  const all = new NumberRows(columns.width);
  const groupRows = new NumberRows(groupColumns.width);
  /** Rows of each group, by session. */
  const groups = new Map<string, Map<number, number>>();
  const sessionOf = (id: string): number => {
    const known = sessions.get(id);
    if (known !== undefined) return known;
    given.append();
    const session = all.append();
    sessions.set(id, session);
    return session;
  };
  const rowOf = (group: string, session: number): number => {
    const rows = groups.get(group) ?? new Map<number, number>();
    groups.set(group, rows);
    const row = rows.get(session) ?? groupRows.append();
    rows.set(session, row);
    return row;
  };
  const everyRow = (): ReadonlyMap<number, number> => new Map(Array.from(sessions.values(), (row) => [row, row]));
  return {
    ...{ columns, groupColumns },
    gave(id, tokens) {
      const session = sessionOf(id);
      given.add(session, 0, 1);
      given.add(session, 1, tokens);
    },
    add(judgement) {
      const session = sessionOf(judgement.of.session);
      columns.add(all, session, judgement);
      for (const [by, name] of Object.entries(groupsOf(judgement))) {
        groupColumns.add(groupRows, rowOf(`${by} ${name}`, session), judgement);
      }
    },
    given: () => sessionTable(given, everyRow()),
    all: () => sessionTable(all, everyRow()),
    groups: () =>
      Array.from(groups, ([group, rows]) => {
        const [by, name] = group.split(' ') as [keyof Groups, string];
        return { by, name, table: sessionTable(groupRows, rows) };
      }),
    get bytes() {
      return given.bytes + all.bytes + groupRows.bytes;
    },
  };
}
