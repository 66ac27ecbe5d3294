import type { JSX } from 'hono/jsx/jsx-runtime';
import type { WorkingSetSum } from '../../../src/context/usage/sum-working-set.ts';
import { toCount } from '../format/numbers.ts';
import { toSegments } from '../format/words.ts';

/** Max segments; further ones are summed up in words. */
const MAX = 8;

/** Lists what the collector recommends to put aside, most expendable first, with reasons. */
export function GoingCard({ going }: Pick<WorkingSetSum, 'going'>): JSX.Element {
  const left = going.slice(MAX);
  return (
    <section class="card" aria-labelledby="going">
      <h2 id="going">Segments to release</h2>
      {going.length === 0 ? (
        <p class="sub">None yet. All segments are in use, or too recent to judge.</p>
      ) : (
        <table class="breakdown">
          <thead>
            <tr>
              <th scope="col">Segment</th>
              <th scope="col" class="number">
                Tokens
              </th>
              <th scope="col" class="number">
                Score
              </th>
            </tr>
          </thead>
          <tbody>
            {going.slice(0, MAX).map(({ id, tokens, score, reason }) => (
              <tr key={id}>
                <th scope="row">
                  <span class="row-name">{id}</span>
                  <span class="reason">{reason}</span>
                </th>
                <td class="number strong">{toCount(tokens)}</td>
                <td class="number">{score.toFixed(2)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {left.length > 0 && (
        <p class="fine">
          {`and ${toSegments(left.length)} more, ${toCount(left.reduce((sum, { tokens }) => sum + tokens, 0))} tokens`}
        </p>
      )}
    </section>
  );
}
