import type { JSX } from 'hono/jsx/jsx-runtime';
import type { Kept } from '../data/kept.ts';
import { toBytes, toCount, toShare } from '../format/numbers.ts';
import { ShareBar } from './share-bar.tsx';

const DAY_MS = 86_400_000;

/** Shows how much is stored of stored texts that did not fit into an answer, and for how long. */
export function KeptCard({ kept }: { readonly kept: Kept }): JSX.Element {
  const { artifacts, bytes, maxBytes, ttlMs, teams } = kept;
  const days = Math.round(ttlMs / DAY_MS);
  return (
    <section class="card" aria-labelledby="kept">
      <h2 id="kept">Artifacts</h2>
      <p class="figure">{toBytes(bytes)}</p>
      <p class="figure-label">of stored texts that did not fit into an answer</p>
      {teams === undefined && <ShareBar parts={[{ share: bytes / maxBytes, look: 'main' }]} />}
      <dl class="legend">
        <div>
          <dt>Texts</dt>
          <dd>{toCount(artifacts)}</dd>
        </div>
        {teams !== undefined && (
          <div>
            <dt>Teams with stored texts</dt>
            <dd>{toCount(teams)}</dd>
          </div>
        )}
        <div>
          <dt>{teams === undefined ? 'Room' : 'Limit per team'}</dt>
          <dd>
            {toBytes(maxBytes)}
            {teams === undefined && `, ${toShare(bytes, maxBytes)} used`}
          </dd>
        </div>
        <div>
          <dt>Kept for</dt>
          <dd>
            {days} {days === 1 ? 'day' : 'days'}
          </dd>
        </div>
      </dl>
    </section>
  );
}
