import type { JSX } from 'hono/jsx/jsx-runtime';
import type { WorkingSetSum } from '../../../src/context/usage/sum-working-set.ts';
import { OUTCOME_NAMES, OUTCOMES, sumOutcomes, tokensOf } from '../data/outcomes.ts';
import { toCompact, toCount, toShare } from '../format/numbers.ts';
import { toSegments, toTitle } from '../format/words.ts';
import { NARROW_SET, WIDE_SET, WorkingSetChart } from './working-set-chart.tsx';

export interface WorkingSetSectionProps {
  readonly sum: WorkingSetSum;
  /** Assumed size of the context, in tokens. */
  readonly limit: number;
}

/** Shows the size of a working set, its chart with a legend, and the chart's numbers as a table. */
export function WorkingSetSection({ sum, limit }: WorkingSetSectionProps): JSX.Element {
  const outcomes = sumOutcomes(sum);
  const isOver = sum.tokens > limit;
  const summary = `${OUTCOMES.map((of) => `${OUTCOME_NAMES[of]}: ${toCount(outcomes[of].tokens)} tokens`).join('; ')}. The table below has the numbers of each bar.`;
  return (
    <section class="card hero" aria-labelledby="working">
      <div class="hero-head">
        <div>
          <h2 id="working" class="hero-label">
            Tokens in the working set
          </h2>
          <p class={isOver ? 'hero-figure lost' : 'hero-figure'}>{toCompact(sum.tokens)}</p>
          <p class="figure-label">
            {`${toShare(sum.tokens, limit)} of a context of ${toCompact(limit)} tokens, in ${toSegments(sum.segments)}`}
          </p>
        </div>
        <dl class="legend outcomes">
          {OUTCOMES.map((of) => (
            <div key={of}>
              <dt class={`key ${of}`}>{OUTCOME_NAMES[of]}</dt>
              <dd>{`${toCompact(outcomes[of].tokens)}, ${toSegments(outcomes[of].segments)}`}</dd>
            </div>
          ))}
        </dl>
      </div>
      {sum.segments === 0 ? (
        <p class="sub">Nothing is in it. All segments are stashed.</p>
      ) : (
        <>
          <WorkingSetChart sum={sum} size={WIDE_SET} summary={summary} />
          <WorkingSetChart sum={sum} size={NARROW_SET} summary={summary} />
          <details>
            <summary>Show as a table</summary>
            <SetTable sum={sum} />
          </details>
        </>
      )}
    </section>
  );
}

function SetTable({ sum }: { readonly sum: WorkingSetSum }): JSX.Element {
  return (
    <section class="scroll" aria-label="Tokens by type and by age, as a table" tabindex={0}>
      <table class="breakdown">
        <thead>
          <tr>
            <th scope="col">Part</th>
            {OUTCOMES.map((of) => (
              <th key={of} scope="col" class="number">
                {OUTCOME_NAMES[of]}
              </th>
            ))}
            <th scope="col" class="number">
              Tokens
            </th>
            <th scope="col" class="number">
              Segments
            </th>
          </tr>
        </thead>
        <tbody>
          {[...sum.byType, ...sum.byAge].map((shares) => (
            <tr key={shares.name}>
              <th scope="row">{toTitle(shares.name)}</th>
              {OUTCOMES.map((of) => (
                <td key={of} class="number">
                  {toCount(shares[of])}
                </td>
              ))}
              <td class="number strong">{toCount(tokensOf(shares))}</td>
              <td class="number">{toCount(shares.segments)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
