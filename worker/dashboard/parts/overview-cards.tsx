import type { Child } from 'hono/jsx';
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { Team } from '../../../src/teams/keys/directory.ts';
import type { LatencyRow, UsageRow } from '../../../src/teams/usage/ledger-query.ts';
import type { Quantiles } from '../../../src/teams/usage/quantiles.ts';
import { BASE } from '../base-path.ts';
import type { KeptTexts } from '../data/kept.ts';
import { toBytes, toCompact, toCount, toDuration, toShare } from '../format/numbers.ts';
import type { CardProps } from './card.tsx';
import { ShareBar } from './share-bar.tsx';

const WIDTH = 200;
const EDGE = 6;
const MIDDLE = 8;

interface LatencyStripProps {
  readonly quantiles: Quantiles;
  /** Min and max of all strips in a group, in milliseconds. */
  readonly min: number;
  readonly max: number;
}

/** Draws p50, p95 and p99 on a logarithmic line. The numbers appear next to it as text. */
function LatencyStrip({ quantiles: { p50, p95, p99 }, min, max }: LatencyStripProps): JSX.Element {
  const low = Math.log(Math.max(min, 0.01));
  const width = Math.log(Math.max(max, 0.01)) - low;
  const x = (ms: number): number => {
    const share = width <= 0 ? 0.5 : (Math.log(Math.max(ms, 0.01)) - low) / width;
    return EDGE + share * (WIDTH - 2 * EDGE);
  };
  return (
    <svg class="strip" viewBox={`0 0 ${WIDTH} ${2 * MIDDLE}`} aria-hidden="true" focusable="false">
      <line class="grid" x1={0} x2={WIDTH} y1={MIDDLE} y2={MIDDLE} />
      <line class="reach" x1={x(p50)} x2={x(p99)} y1={MIDDLE} y2={MIDDLE} />
      <circle class="p99" cx={x(p99)} cy={MIDDLE} r={3.5} />
      <circle class="p95" cx={x(p95)} cy={MIDDLE} r={3.5} />
      <circle class="p50" cx={x(p50)} cy={MIDDLE} r={4.5} />
    </svg>
  );
}

const DAY_MS = 86_400_000;

/** Share of the requests that were answered without pruning again. */
export function cacheCard({ cacheHits, cacheJoined, cacheMisses }: UsageRow): CardProps {
  const lookups = cacheHits + cacheJoined + cacheMisses;
  const share = (count: number): number => (lookups === 0 ? 0 : count / lookups);
  const kinds = [
    ['Remembered', cacheHits, 'main'],
    ['Joined a running request', cacheJoined, 'soft'],
    ['Pruned', cacheMisses, 'faint'],
  ] as const;
  return {
    id: 'cache',
    title: 'Cache',
    figure: { value: toShare(cacheHits + cacheJoined, lookups), label: 'of requests answered from the cache' },
    bar: kinds.map(([, count, look]) => ({ share: share(count), look })),
    legend: kinds.map(([term, count, look]) => ({ term, value: toCount(count), look })),
  };
}

/** How much is stored of texts that did not fit into an answer, and for how long. */
export function keptCard({ artifacts, bytes, maxBytes, ttlMs, teams }: KeptTexts): CardProps {
  const days = Math.round(ttlMs / DAY_MS);
  const isOne = teams === undefined;
  const room = `${toBytes(maxBytes)}${isOne ? `, ${toShare(bytes, maxBytes)} used` : ''}`;
  return {
    id: 'kept',
    title: 'Artifacts',
    figure: { value: toBytes(bytes), label: 'of stored texts that did not fit into an answer' },
    bar: isOne ? [{ share: bytes / maxBytes, look: 'main' }] : undefined,
    legend: [
      { term: 'Texts', value: toCount(artifacts) },
      ...(isOne ? [] : [{ term: 'Teams with stored texts', value: toCount(teams) }]),
      { term: isOne ? 'Room' : 'Limit per team', value: room },
      { term: 'Kept for', value: `${days} ${days === 1 ? 'day' : 'days'}` },
    ],
  };
}

/** Request durations, overall and by engine. */
export function latencyCard(
  whole: LatencyRow,
  engines: readonly LatencyRow[],
  nameOf: (engine: string | null | undefined) => string,
): CardProps {
  const asked = engines.filter(({ engine }) => engine !== null);
  const rows = [
    { name: 'All requests', row: whole },
    ...(asked.length > 1 ? asked.map((row) => ({ name: nameOf(row.engine), row })) : []),
  ];
  const [min, max] = [Math.min(...rows.map(({ row }) => row.p50)), Math.max(...rows.map(({ row }) => row.p99))];
  return {
    id: 'latency',
    title: 'Latency',
    table: {
      columns: ['Engine', 'p50', 'p95', 'p99'],
      rows: rows.map(({ name, row }) => ({
        name,
        below: <LatencyStrip quantiles={row} min={min} max={max} />,
        numbers: [row.p50, row.p95, row.p99].map(toDuration),
      })),
    },
    fine: `Half of ${toCount(whole.requests)} requests took p50 at most; figures are within 10 %.`,
  };
}

/** Savings by user or tool, largest first. `column` is the heading of the row names. */
export function savingsCard(
  { id, title, column }: { readonly id: string; readonly title: string; readonly column: string },
  rows: readonly UsageRow[],
  nameOf: (row: UsageRow) => Child,
  added: { readonly heading: string; readonly of: (row: UsageRow) => string } | undefined = undefined,
): CardProps {
  const max = Math.max(1, ...rows.map(({ tokensSaved }) => Math.abs(tokensSaved)));
  const more = (rows[0]?.groups ?? 0) - rows.length;
  return {
    id,
    title,
    table: {
      columns: [column, 'Saved', 'Share', 'Requests', ...(added ? [added.heading] : [])],
      rows: rows.map((row) => ({
        name: nameOf(row),
        below: <ShareBar parts={[{ share: row.tokensSaved / max, look: 'main' }]} />,
        numbers: [
          ...[toCompact(row.tokensSaved), toShare(row.tokensSaved, row.tokensIn), toCount(row.requests)],
          ...(added ? [added.of(row)] : []),
        ],
      })),
      spare: 1,
    },
    fine: more > 0 ? `and ${more} more, all in the CSV` : undefined,
  };
}

/** Savings by team, with the part of its quota that each has used this month. */
export function teamsCard(
  rows: readonly UsageRow[],
  teams: readonly Team[],
  month: ReadonlyMap<string, number>,
  range: string,
): CardProps {
  const limits = new Map(teams.map(({ id, monthlyQuotaBytes }) => [id, monthlyQuotaBytes]));
  return savingsCard(
    { id: 'teams', title: 'By team', column: 'Team' },
    rows,
    ({ team = '', teamName }) =>
      teamName ? <a href={`${BASE}?${new URLSearchParams({ range, team })}`}>{teamName}</a> : (NO_TEAM[team] ?? team),
    {
      heading: 'Quota',
      of: ({ team = '' }) => {
        const limit = limits.get(team);
        return limit ? toShare(month.get(team) ?? 0, limit) : '–';
      },
    },
  );
}

const NO_TEAM: Readonly<Record<string, string>> = { root: 'Administrator', local: 'This machine' };

/** Why requests failed. */
export function failuresCard(rows: readonly UsageRow[], requests: number): CardProps {
  return {
    id: 'failures',
    title: 'Why requests failed',
    table: {
      columns: ['Reason', 'Requests', 'Share'],
      rows: rows.map((row) => ({
        name: (row.outcome ?? '').replaceAll('_', ' '),
        numbers: [toCount(row.requests), toShare(row.requests, requests)],
      })),
    },
  };
}
