import type { UpstreamStatus } from '../../../src/remote-pruner/upstream-status.ts';
import type { LedgerCounters } from '../../../src/teams/usage/ledger.ts';
import { toCount } from '../format/numbers.ts';
import type { CardProps } from './card.tsx';

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
export function upstreamCard(status: UpstreamStatus | undefined): CardProps {
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
export function ledgerCard({ written, dropped, waiting, failures }: LedgerCounters): CardProps {
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
