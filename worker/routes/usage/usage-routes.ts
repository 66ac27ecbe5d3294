import { type Context, Hono } from 'hono';
import { accepts } from 'hono/accepts';
import { type RequestFailure, requestFailure } from '../../../src/prune-api/request-failure.ts';
import type { Directory } from '../../../src/teams/keys/directory.ts';
import type { Principal } from '../../../src/teams/keys/principal.ts';
import type { LedgerScope, UsageGroup } from '../../../src/teams/usage/ledger-query.ts';
import type { LedgerStore } from '../../../src/teams/usage/ledger-store.ts';
import type { Admit } from '../../access/admit.ts';
import { answerFailure } from '../../http/answer-failure.ts';
import type { WorkerContext } from '../../http/worker-context.ts';
import { ownScope } from './own-scope.ts';
import { toUsageAnswer, type UsageRowAnswer } from './usage-answer.ts';
import { queryFailure, readUsageQuery } from './usage-query.ts';

type Cell = string | number | null | undefined;

/** First characters that spreadsheets take for a formula (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

function toCell(value: Cell): string {
  if (typeof value === 'number') return String(value);
  const text = value ?? '';
  const inert = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/**
 * Formats rows as CSV (RFC 4180) with a header. A text that a spreadsheet would take for a formula gets a leading
 * apostrophe, because key names are untrusted input for whoever opens the file.
 */
function toCsv<Name extends string>(
  names: readonly Name[],
  rows: readonly Readonly<Partial<Record<Name, Cell>>>[],
): string {
  const lines = [names.map(toCell), ...rows.map((row) => names.map((name) => toCell(row[name])))];
  return lines.map((cells) => `${cells.join(',')}\r\n`).join('');
}

export interface UsageRoutesDeps {
  readonly admit: Admit;
  readonly directory: Directory;
  readonly store: LedgerStore;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/** Max rows of an answer. A larger answer is refused, not cut. */
const MAX_ROWS = 10_000;

const GROUP_COLUMNS: Readonly<Record<UsageGroup, readonly (keyof UsageRowAnswer)[]>> = {
  time: ['time'],
  team: ['team', 'team_name'],
  key: ['key', 'key_name'],
  owner: ['owner', 'owner_name'],
  tool: ['tool'],
  kind: ['kind'],
  engine: ['engine'],
  cache: ['cache'],
  outcome: ['outcome'],
};

const SUM_COLUMNS = [
  ...['requests', 'failures', 'cache_hits', 'cache_misses', 'cache_joined'],
  ...['bytes_in', 'tokens_in', 'tokens_out', 'tokens_saved', 'duration_ms'],
] as (keyof UsageRowAnswer)[];

/**
 * Serves `GET /v1/usage`: a key's own usage; with scope `admin` its team's; for the administrator any team's, or all.
 */
export function usageRoutes({ admit, directory, store, clock }: UsageRoutesDeps): Hono<WorkerContext> {
  // Another team's name is refused whether or not that team exists.
  const scopeFor = async (principal: Principal, asked: string | undefined): Promise<LedgerScope | RequestFailure> => {
    const own = ownScope(principal);
    if (asked === undefined || (asked === 'all' && own.kind === 'all')) return own;
    if (asked === principal.team) return own.kind === 'all' ? { kind: 'team', team: asked } : own;
    const found = await directory.findTeam(asked);
    if (own.kind !== 'all') return found?.id === principal.team ? own : requestFailure('forbidden', 'Forbidden');
    if (found !== undefined) return { kind: 'team', team: found.id };
    // `local`: usage from before the worker had keys.
    return asked === 'local' ? { kind: 'team', team: asked } : requestFailure('not_found', 'Team not found');
  };

  return new Hono<WorkerContext>().get('/', admit(), async (c) => {
    const asked = readUsageQuery(c.req.query(), clock());
    if (!asked.ok) return answerFailure(c, asked);
    const scope = await scopeFor(c.get('principal'), asked.value.team);
    if ('ok' in scope) return answerFailure(c, scope);
    const rows = await store.usage({ ...asked.value, scope, limit: MAX_ROWS + 1 });
    if (rows.length > MAX_ROWS) {
      const said = `Input should be a shorter range, or fewer groups: the answer would have more than ${MAX_ROWS} rows`;
      return answerFailure(c, queryFailure('from', said, c.req.query('from') ?? ''));
    }
    const answer = toUsageAnswer(asked.value, scope.kind === 'all' ? 'all' : scope.team, rows);
    c.header('Cache-Control', 'no-store');
    c.header('Vary', 'Accept');
    if ((asked.value.format ?? acceptedFormat(c)) === 'json') return c.json(answer);
    c.header('Content-Type', 'text/csv; charset=utf-8; header=present');
    c.header('Content-Disposition', 'attachment; filename="usage.csv"');
    return c.body(
      toCsv([...asked.value.groupBy.flatMap((group) => GROUP_COLUMNS[group]), ...SUM_COLUMNS], answer.rows),
    );
  });
}

function acceptedFormat(c: Context<WorkerContext>): 'json' | 'csv' {
  const supports = ['application/json', 'text/csv'];
  return accepts(c, { header: 'Accept', supports, default: 'application/json' }) === 'text/csv' ? 'csv' : 'json';
}
