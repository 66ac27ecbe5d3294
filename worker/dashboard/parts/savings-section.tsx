import type { JSX } from 'hono/jsx/jsx-runtime';
import type { Overview } from '../data/overview.ts';
import { toCompact, toCount, toShare } from '../format/numbers.ts';
import { Rows } from './card.tsx';
import { NARROW, SavingsChart, WIDE } from './savings-chart.tsx';

/** Shows the total savings, the chart, and the chart's numbers as a table. */
export function SavingsSection({ overview }: { readonly overview: Overview }): JSX.Element {
  const { totals, range, bins } = overview;
  const saved = totals.tokensSaved;
  const lost = saved < 0;
  const summary = `${toCount(saved)} tokens saved in the last ${range.label}. The table below has the numbers of each bar.`;
  return (
    <section class="card hero" aria-labelledby="saved">
      <div class="hero-head">
        <div>
          <h2 id="saved" class="hero-label">
            Tokens saved
          </h2>
          <p class={lost ? 'hero-figure lost' : 'hero-figure'}>{toCompact(saved)}</p>
          <p class="figure-label">
            {lost
              ? `Answers were longer than the ${toCompact(totals.tokensIn)} tokens sent. Pruning cost more than it saved.`
              : `${toShare(saved, totals.tokensIn)} of ${toCompact(totals.tokensIn)} tokens were pruned away`}
          </p>
        </div>
        <dl class="facts">
          <div>
            <dt>Requests</dt>
            <dd>{toCompact(totals.requests)}</dd>
          </div>
          <div>
            <dt>Failed</dt>
            <dd class={totals.failures > 0 ? 'lost' : undefined}>{toCompact(totals.failures)}</dd>
          </div>
          <div>
            <dt>Saved a request</dt>
            <dd>{toCompact(totals.requests === 0 ? 0 : Math.round(saved / totals.requests))}</dd>
          </div>
        </dl>
      </div>
      <SavingsChart bins={bins} range={range} size={WIDE} summary={summary} />
      <SavingsChart bins={bins} range={range} size={NARROW} summary={summary} />
      <details>
        <summary>Show as a table</summary>
        <section class="scroll" aria-label="Tokens saved over time, as a table" tabindex={0}>
          <Rows
            columns={['Time (UTC)', 'Sent', 'Answered', 'Saved', 'Requests']}
            rows={bins
              .filter(({ requests }) => requests > 0)
              .map(({ start, tokensIn, tokensOut, requests }) => ({
                name: <>{range.toSpan(start)}</>,
                numbers: [tokensIn, tokensOut, tokensIn - tokensOut, requests].map(toCount),
              }))}
            strong={2}
          />
        </section>
      </details>
    </section>
  );
}
