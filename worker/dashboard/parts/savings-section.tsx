import type { JSX } from 'hono/jsx/jsx-runtime';
import type { TokenPrice } from '../dashboard-deps.ts';
import type { Bin, Overview } from '../data/overview.ts';
import type { Range } from '../data/ranges.ts';
import { toAmount, toCompact, toCount, toShare } from '../format/numbers.ts';
import { Rows } from './card.tsx';

/** Returns round axis values that cover `min` to `max` and include zero. */
export function toTicks(min: number, max: number, about: number): number[] {
  const low = Math.min(0, min);
  const high = Math.max(0, max);
  const rough = Math.max((high - low) / about, 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((one) => one * power >= rough) ?? 10);
  const first = Math.floor(low / step);
  const last = Math.max(first + 1, Math.ceil(high / step));
  return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step);
}

/** A size of the chart. Text in an SVG shrinks with it, so phones get a drawing of their own. */
interface ChartSize {
  readonly name: 'wide' | 'narrow';
  readonly width: number;
  readonly height: number;
  readonly ticks: number;
  /** Draws one of this many labels of the range. */
  readonly labelEvery: number;
}

const WIDE: ChartSize = { name: 'wide', width: 960, height: 300, ticks: 4, labelEvery: 1 };
const NARROW: ChartSize = { name: 'narrow', width: 360, height: 236, ticks: 3, labelEvery: 2 };

const LEFT = 48;
const RIGHT = 4;
const TOP = 14;
const BOTTOM = 30;

interface SavingsChartProps {
  readonly bins: readonly Bin[];
  readonly range: Range;
  readonly size: ChartSize;
  readonly summary: string;
}

/** Draws tokens saved over time, one bar each; losses extend below the line. */
function SavingsChart({ bins, range, size, summary }: SavingsChartProps): JSX.Element {
  const { name, width, height } = size;
  const saved = bins.map(({ tokensIn, tokensOut }) => tokensIn - tokensOut);
  const ticks = toTicks(Math.min(...saved), Math.max(...saved), size.ticks);
  const low = ticks[0] ?? 0;
  const high = ticks.at(-1) ?? 1;
  const y = (value: number): number => TOP + ((high - value) / (high - low)) * (height - TOP - BOTTOM);
  const slot = (width - LEFT - RIGHT) / bins.length;
  const bar = Math.min(slot * 0.72, 26);
  const x = (i: number): number => LEFT + i * slot;
  const labelled = bins.flatMap(({ start }, i) => (start % range.labelEveryMs === 0 ? [{ start, i }] : []));
  return (
    <svg
      class={`chart chart-${name}`}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-labelledby={`chart-${name}-title chart-${name}-desc`}
    >
      <title id={`chart-${name}-title`}>Tokens saved over time</title>
      <desc id={`chart-${name}-desc`}>{summary}</desc>
      {ticks.map((tick) => (
        <g key={tick}>
          <line class={tick === 0 ? 'axis' : 'grid'} x1={LEFT} x2={width - RIGHT} y1={y(tick)} y2={y(tick)} />
          <text class="tick" x={LEFT - 8} y={y(tick) + 4} text-anchor="end">
            {toCompact(tick)}
          </text>
        </g>
      ))}
      {labelled
        .filter((_, n) => n % size.labelEvery === 0)
        .map(({ start, i }) => (
          <text
            key={start}
            class="tick"
            x={Math.min(x(i) + (slot * range.labelBars) / 2, width - 26)}
            y={height - 8}
            text-anchor="middle"
          >
            {range.toLabel(start)}
          </text>
        ))}
      {bins.map(({ start, requests }, i) => {
        const value = saved[i] ?? 0;
        const tall = Math.abs(y(value) - y(0));
        return (
          <g key={start} class="slot">
            <title>{`${range.toSpan(start)}: ${toCount(value)} tokens saved, ${toCount(requests)} requests`}</title>
            <rect class="hover" x={x(i)} y={TOP} width={slot} height={height - TOP - BOTTOM} />
            {value !== 0 && (
              <rect
                class={value < 0 ? 'bar lost' : 'bar'}
                x={x(i) + (slot - bar) / 2}
                y={value < 0 ? y(0) : y(0) - Math.max(tall, 1.5)}
                width={bar}
                height={Math.max(tall, 1.5)}
                rx={Math.min(3, bar / 3)}
              />
            )}
          </g>
        );
      })}
    </svg>
  );
}

interface SavingsSectionProps {
  readonly overview: Overview;
  readonly price: TokenPrice | undefined;
  /** Address of the figures as CSV. */
  readonly csv: string;
}

/** Shows the total savings, the chart, and the chart's numbers as a table. */
export function SavingsSection({ overview, price, csv }: SavingsSectionProps): JSX.Element {
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
            <dd class={totals.failures > 0 ? 'lost' : undefined}>
              {totals.failures > 0 ? <a href="#failures">{toCompact(totals.failures)}</a> : '0'}
            </dd>
          </div>
          {price !== undefined && (
            <div>
              <dt>Worth</dt>
              <dd>{toAmount((saved / 1_000_000) * price.perMillion, price.currency)}</dd>
            </div>
          )}
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
        <p>
          <a href={csv}>Download as CSV</a>
        </p>
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
