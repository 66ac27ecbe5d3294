import type { JSX } from 'hono/jsx/jsx-runtime';
import type { UpstreamStatus } from '../../../src/remote-pruner/upstream-status.ts';
import type { Team } from '../../../src/teams/keys/directory.ts';
import type { LedgerCounters } from '../../../src/teams/usage/ledger.ts';
import type { UsageRow } from '../../../src/teams/usage/ledger-query.ts';
import { BASE } from '../base-path.ts';
import type { TokenPrice } from '../dashboard-deps.ts';
import type { KeptTexts } from '../data/kept.ts';
import type { Overview } from '../data/overview.ts';
import { RANGES } from '../data/ranges.ts';
import { toBytes, toCount, toShare } from '../format/numbers.ts';
import { Card, type CardProps } from '../parts/card.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { cacheCard, failuresCard, keptCard, latencyCard, savingsCard, teamsCard } from '../parts/overview-cards.tsx';
import { Page } from '../parts/page.tsx';
import { SavingsSection } from '../parts/savings-section.tsx';
import { ShareBar } from '../parts/share-bar.tsx';
import { TeamPicker } from '../parts/team-picker.tsx';
import type { Viewer } from '../session/viewer.ts';

type Figure = NonNullable<CardProps['figure']>;

const STATES: Readonly<Record<UpstreamStatus['breaker'], Figure>> = {
  closed: { tone: 'good', value: 'Healthy', label: 'The breaker is closed: requests go to the upstream.' },
  half_open: {
    ...{ tone: 'warn', value: 'Probing' },
    label: 'The breaker is half open: one request tests if the upstream works again.',
  },
  open: { tone: 'bad', value: 'Failing', label: 'The breaker is open: requests to the upstream are paused.' },
};
const NONE: Figure = { tone: 'calm', value: 'None', label: 'The embedded engine prunes. No upstream is set.' };

/** State of the upstream pruner. */
function upstreamCard(status: UpstreamStatus | undefined): CardProps {
  if (status === undefined) return { id: 'upstream', title: 'Upstream', figure: NONE };
  const failure = status.lastFailure;
  return {
    id: 'upstream',
    title: 'Upstream',
    figure: STATES[status.breaker],
    legend: [
      { term: 'Running', value: toCount(status.inFlight) },
      { term: 'Waiting', value: toCount(status.waiting) },
      { term: 'Answered since start', value: toCount(status.succeeded) },
      { term: 'Failed', value: toCount(status.failed) },
      { term: 'Refused', value: toCount(status.refused) },
      ...(failure === null ? [] : [{ term: 'Last failure', value: failure.replaceAll('_', ' ') }]),
    ],
  };
}

/** Tells if the figures on this page are complete. */
function ledgerCard({ written, dropped, waiting, failures }: LedgerCounters): CardProps {
  const figure: Figure =
    dropped > 0
      ? { tone: 'bad', value: 'Incomplete', label: 'The database failed for too long, and records were lost.' }
      : waiting > 0 && failures > 0
        ? { tone: 'warn', value: 'Behind', label: 'The database failed. Records wait and will be written later.' }
        : { tone: 'good', value: 'Complete', label: 'Every request is recorded.' };
  return {
    id: 'ledger',
    title: 'Ledger',
    figure,
    legend: [
      { term: 'Written since start', value: toCount(written) },
      { term: 'Waiting', value: toCount(waiting) },
      { term: 'Lost', value: toCount(dropped) },
    ],
  };
}

export interface OverviewPageProps {
  readonly viewer: Viewer;
  readonly overview: Overview;
  /** All teams and the selected one; for the administrator only. */
  readonly teams: readonly Team[] | undefined;
  readonly team: Team | undefined;
  /** True if these are the viewer's own figures. */
  readonly isOwn: boolean;
  readonly price: TokenPrice | undefined;
  /** Input bytes of each team this month; undefined for viewers who see only their own figures. */
  readonly month: ReadonlyMap<string, number> | undefined;
  /** Undefined if nothing is stored, and for keys that see only their own rows. */
  readonly kept: KeptTexts | undefined;
  /** Undefined for keys that see only their own rows. */
  readonly health: { readonly upstream: UpstreamStatus | undefined; readonly ledger: LedgerCounters } | undefined;
  /** Public origin of this worker, without a final slash. */
  readonly origin: string;
}

const KEYS: Readonly<Record<string, string>> = { root: 'Administrator', local: 'This machine' };
const nameOfOwner = ({ owner, ownerName }: UsageRow): string => ownerName ?? KEYS[owner ?? ''] ?? owner ?? '';
const nameOfEngine = (engine: string | null | undefined): string =>
  engine === null || engine === undefined ? 'No engine' : `${engine.charAt(0).toUpperCase()}${engine.slice(1)}`;

/** Shows savings by user and tool, and the state of the worker. */
export function OverviewPage(props: OverviewPageProps): JSX.Element {
  const { viewer, overview, teams, team, isOwn, price, month, kept, health, origin } = props;
  const { totals, people, latency, failures } = overview;
  const limit = team?.monthlyQuotaBytes ?? null;
  return (
    <Page title="Overview" viewer={viewer} current="overview">
      <div class="opening">
        <div>
          <h1>{isOwn ? 'Your savings' : (team?.name ?? viewer.teamName ?? 'All teams')}</h1>
          <p class="sub">The last {overview.range.label}</p>
        </div>
        <div class="opening-tools">
          <TeamPicker page={BASE} teams={teams} team={team} none="All teams" keep={{ range: overview.range.name }} />
          <RangePicker current={overview.range.name} team={team} />
        </div>
      </div>
      {totals.requests === 0 ? (
        <EmptyState origin={origin} range={overview.range} viewer={viewer} />
      ) : (
        <>
          <SavingsSection overview={overview} price={price} csv={toCsvUrl(overview, team)} />
          {team !== undefined && month !== undefined && limit !== null && (
            <QuotaLine used={month.get(team.id) ?? 0} limit={limit} />
          )}
          <div class="columns">
            {overview.teams !== undefined && (
              <Card {...teamsCard(overview.teams, teams ?? [], month ?? new Map(), overview.range.name)} />
            )}
            {people !== undefined && (
              <Card {...savingsCard({ id: 'people', title: 'By person', column: 'Owner' }, people, nameOfOwner)} />
            )}
            <Card
              {...savingsCard(
                { id: 'tools', title: 'By tool', column: 'Tool' },
                overview.tools,
                ({ tool = '' }) => tool,
              )}
            />
            <Card
              {...savingsCard({ id: 'engines', title: 'By engine', column: 'Engine' }, overview.engines, ({ engine }) =>
                nameOfEngine(engine),
              )}
            />
            {failures.length > 0 && <Card {...failuresCard(failures, totals.requests)} />}
            {latency !== undefined && <Card {...latencyCard(latency, overview.latencies, nameOfEngine)} />}
          </div>
        </>
      )}
      <div class="columns small">
        {totals.requests > 0 && <Card {...cacheCard(totals)} />}
        {kept !== undefined && <Card {...keptCard(kept)} />}
        {health !== undefined && <Card {...upstreamCard(health.upstream)} />}
        {health !== undefined && <Card {...ledgerCard(health.ledger)} />}
      </div>
    </Page>
  );
}

/** Returns the address of a range's figures as CSV, by owner or team. */
function toCsvUrl({ bounds: { from, to, period, scope } }: Overview, team: Team | undefined): string {
  const group = scope.kind === 'all' ? 'team' : 'owner';
  const times = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  const asked = { ...times, period, group_by: group, format: 'csv', ...(team !== undefined && { team: team.id }) };
  return `${BASE}/usage?${new URLSearchParams(asked)}`;
}

function RangePicker({ current, team }: { readonly current: string; readonly team: Team | undefined }): JSX.Element {
  return (
    <nav class="ranges" aria-label="Range">
      {RANGES.map(({ name, label }) => (
        <a
          key={name}
          href={`${BASE}?${new URLSearchParams({ range: name, ...(team !== undefined && { team: team.id }) })}`}
          aria-current={name === current ? 'true' : undefined}
        >
          {label}
        </a>
      ))}
    </nav>
  );
}

/** Shows how much of a month's input bytes a team has used. */
function QuotaLine({ used, limit }: { readonly used: number; readonly limit: number }): JSX.Element {
  return (
    <section class="card quota" aria-labelledby="quota">
      <h2 id="quota">This month’s quota</h2>
      <p>
        <strong>{toShare(used, limit)}</strong> used: {toBytes(used)} of {toBytes(limit)}
        {used >= limit && <strong class="lost"> · requests are refused until the month ends</strong>}
      </p>
      <ShareBar parts={[{ share: limit === 0 ? 1 : used / limit, look: 'main' }]} />
    </section>
  );
}
