import type { JSX } from 'hono/jsx/jsx-runtime';
import type { UpstreamStatus } from '../../../src/remote-pruner/upstream-status.ts';
import type { LedgerCounters } from '../../../src/teams/usage/ledger.ts';
import { toCount } from '../format/numbers.ts';

type Tone = 'good' | 'warn' | 'bad' | 'calm';

const STATES: Readonly<Record<UpstreamStatus['breaker'], readonly [tone: Tone, word: string, meaning: string]>> = {
  closed: ['good', 'Healthy', 'The breaker is closed: the upstream is asked.'],
  half_open: ['warn', 'Probing', 'The breaker is half open: a single request finds out whether it is back.'],
  open: ['bad', 'Failing', 'The breaker is open: the upstream is left alone for a while.'],
};

/** Shows the state of the upstream pruner. */
export function UpstreamCard({ status }: { readonly status: UpstreamStatus | undefined }): JSX.Element {
  const [tone, word, meaning]: readonly [Tone, string, string] =
    status === undefined ? ['calm', 'None', 'The embedded engine prunes; no upstream is set.'] : STATES[status.breaker];
  return (
    <section class="card" aria-labelledby="upstream">
      <h2 id="upstream">Upstream</h2>
      <p class={`figure state ${tone}`}>{word}</p>
      <p class="figure-label">{meaning}</p>
      {status !== undefined && (
        <dl class="legend">
          <Count term="Under way" count={status.inFlight} />
          <Count term="Waiting for a turn" count={status.waiting} />
          <Count term="Answered since the start" count={status.succeeded} />
          <Count term="Failed" count={status.failed} />
          <Count term="Not asked" count={status.refused} />
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
      ? ['bad', 'Incomplete', 'The database failed for so long that records were lost.']
      : waiting > 0 && failures > 0
        ? ['warn', 'Behind', 'The database failed; records wait and will be tried again.']
        : ['good', 'Complete', 'Every request is written down.'];
  return (
    <section class="card" aria-labelledby="ledger">
      <h2 id="ledger">Ledger</h2>
      <p class={`figure state ${tone}`}>{word}</p>
      <p class="figure-label">{meaning}</p>
      <dl class="legend">
        <Count term="Written since the start" count={written} />
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
