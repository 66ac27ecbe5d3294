import type { JSX } from 'hono/jsx/jsx-runtime';
import { toBytes, toShare } from '../format/numbers.ts';
import { ShareBar } from './share-bar.tsx';

/** Shows how much of a month's input bytes a team has used. */
export function QuotaLine({ used, limit }: { readonly used: number; readonly limit: number }): JSX.Element {
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
