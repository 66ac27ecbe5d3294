import type { JSX } from 'hono/jsx/jsx-runtime';
import type { UsageRow } from '../../../src/teams/usage/ledger-query.ts';
import { toCount, toShare } from '../format/numbers.ts';
import { ShareBar } from './share-bar.tsx';

/** Shows how many requests were answered without pruning again. */
export function CacheCard({ totals }: { readonly totals: UsageRow }): JSX.Element {
  const { cacheHits, cacheJoined, cacheMisses } = totals;
  const lookups = cacheHits + cacheJoined + cacheMisses;
  return (
    <section class="card" aria-labelledby="cache">
      <h2 id="cache">Cache</h2>
      <p class="figure">{toShare(cacheHits + cacheJoined, lookups)}</p>
      <p class="figure-label">of requests answered from the cache</p>
      <ShareBar
        parts={[
          { share: lookups === 0 ? 0 : cacheHits / lookups, look: 'main' },
          { share: lookups === 0 ? 0 : cacheJoined / lookups, look: 'soft' },
          { share: lookups === 0 ? 0 : cacheMisses / lookups, look: 'faint' },
        ]}
      />
      <dl class="legend">
        <div>
          <dt class="key main">Remembered</dt>
          <dd>{toCount(cacheHits)}</dd>
        </div>
        <div>
          <dt class="key soft">Joined a running request</dt>
          <dd>{toCount(cacheJoined)}</dd>
        </div>
        <div>
          <dt class="key faint">Pruned</dt>
          <dd>{toCount(cacheMisses)}</dd>
        </div>
      </dl>
    </section>
  );
}
