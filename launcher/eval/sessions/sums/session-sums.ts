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
 * Sums of judged cases by session: texts, questions and lines are let go at once. 10,000 sessions with 34 cells take
 * about 35 MB, since groups are kept for few cells only.
 */
export interface SessionSums {
  /** Counts a result that a tool gave, whether it becomes a case or not. */
  gave(session: string, tokens: number): void;
  /** Adds one case's judgement. Its session is the one that `gave` names. */
  add(judgement: Judgement): void;
  /** Columns 0 and 1: results, and their tokens. */
  given(): SessionTable;
  all(): SessionTable;
  groups(): readonly GroupTable[];
  /** Columns of `all()`, and of the tables of `groups()`. */
  readonly columns: SumColumns;
  readonly groupColumns: SumColumns;
  /** Memory of the sums. */
  readonly bytes: number;
}

/** A user's questions are about the pruner as it stands. */
const GROUPED: readonly Cell[] = [
  { point: 'own', method: 'engine' },
  { point: 'own', method: 'BM25' },
  { point: 'balanced', method: 'engine' },
];

/** Groups are kept for `grouped` alone, as far as it is among `cells`: each takes memory in some nine rows a session. */
export function createSessionSums(cells: readonly Cell[], grouped: readonly Cell[] = GROUPED): SessionSums {
  const groupedKeys = new Set(grouped.map(keyOf));
  const columns = sumColumns(cells);
  const groupColumns = sumColumns(cells.filter((cell) => groupedKeys.has(keyOf(cell))));
  const sessions = new Map<string, number>();
  const given = new NumberRows(2, 8);
  const all = new NumberRows(columns.width);
  const groupRows = new NumberRows(groupColumns.width);
  /** Rows of each group by session. */
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
