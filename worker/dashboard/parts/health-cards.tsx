import type { JSX } from 'hono/jsx/jsx-runtime';
import type { UpstreamStatus } from '../../../src/remote-pruner/upstream-status.ts';
import type { LedgerCounters } from '../../../src/teams/usage/ledger.ts';
import { toCount } from '../format/numbers.ts';

type Tone = 'good' | 'warn' | 'bad' | 'calm';

const STATES: Readonly<Record<UpstreamStatus['breaker'], readonly [tone: Tone, word: string, meaning: string]>> = {
  closed: ['good', 'Healthy', 'The breaker is closed: requests go to the upstream.'],
  half_open: ['warn', 'Probing', 'The breaker is half open: one request tests if the upstream works again.'],
  open: ['bad', 'Failing', 'The breaker is open: requests to the upstream are paused.'],
};

/** Shows the state of the upstream pruner. */
export function UpstreamCard({ status }: { readonly status: UpstreamStatus | undefined }): JSX.Element {
  const [tone, word, meaning]: readonly [Tone, string, string] =
    status === undefined ? ['calm', 'None', 'The embedded engine prunes. No upstream is set.'] : STATES[status.breaker];
  return (
    <section class="card" aria-labelledby="upstream">
      <h2 id="upstream">Upstream</h2>
      <p class={`figure state ${tone}`}>{word}</p>
      <p class="figure-label">{meaning}</p>
      {status !== undefined && (
        <dl class="legend">
          <Count term="Running" count={status.inFlight} />
          <Count term="Waiting" count={status.waiting} />
          <Count term="Answered since start" count={status.succeeded} />
          <Count term="Failed" count={status.failed} />
          <Count term="Refused" count={status.refused} />
          {status.lastFailure !== null && (
            <div>
              <dt>Last failure</dt>
              <dd>{status.lastFailure.replaceAll('_', ' ')}</dd>
            </div>
          )}
        </dl>
      )}
    </section>
  );
}

/** Shows if the figures on this page are complete. */
export function LedgerCard({ counters }: { readonly counters: LedgerCounters }): JSX.Element {
  const { written, dropped, waiting, failures } = counters;
  const [tone, word, meaning]: readonly [Tone, string, string] =
    dropped > 0
      ? ['bad', 'Incomplete', 'The database failed for too long, and records were lost.']
      : waiting > 0 && failures > 0
        ? ['warn', 'Behind', 'The database failed. Records wait and will be written later.']
        : ['good', 'Complete', 'Every request is recorded.'];
  return (
    <section class="card" aria-labelledby="ledger">
      <h2 id="ledger">Ledger</h2>
      <p class={`figure state ${tone}`}>{word}</p>
      <p class="figure-label">{meaning}</p>
      <dl class="legend">
        <Count term="Written since start" count={written} />
        <Count term="Waiting" count={waiting} />
        <Count term="Lost" count={dropped} />
      </dl>
    </section>
  );
}

function Count({ term, count }: { readonly term: string; readonly count: number }): JSX.Element {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{toCount(count)}</dd>
    </div>
  );
}
