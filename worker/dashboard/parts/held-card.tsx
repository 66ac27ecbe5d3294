import type { JSX } from 'hono/jsx/jsx-runtime';
import type { WorkingSetSum } from '../../../src/context/usage/sum-working-set.ts';
import { toCount } from '../format/numbers.ts';
import { toTitle } from '../format/words.ts';
import { ShareBar } from './share-bar.tsx';

/** Shows what is never released, by reason, pins first. */
export function HeldCard({ heldBy }: Pick<WorkingSetSum, 'heldBy'>): JSX.Element {
  const max = Math.max(1, ...heldBy.map(({ tokens }) => tokens));
  const rows = [...heldBy].sort((a, b) => Number(b.reason === 'pinned') - Number(a.reason === 'pinned'));
  return (
    <section class="card" aria-labelledby="held">
      <h2 id="held">Protected segments</h2>
      {rows.length === 0 ? (
        <p class="sub">No segment is pinned, recent or part of the current task.</p>
      ) : (
        <table class="breakdown">
          <thead>
            <tr>
              <th scope="col">Root</th>
              <th scope="col" class="number">
                Tokens
              </th>
              <th scope="col" class="number">
                Segments
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ reason, tokens, segments }) => (
              <tr key={reason}>
                <th scope="row">
                  <span class="row-name">{toTitle(reason)}</span>
                  <ShareBar parts={[{ share: tokens / max, look: 'main' }]} />
                </th>
                <td class="number strong">{toCount(tokens)}</td>
                <td class="number">{toCount(segments)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
