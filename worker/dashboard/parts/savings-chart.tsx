import type { JSX } from 'hono/jsx/jsx-runtime';
import type { Bin } from '../data/overview.ts';
import type { Range } from '../data/ranges.ts';
import { toCompact, toCount } from '../format/numbers.ts';
import { toTicks } from './scale.ts';

/** A size of the chart. Text in an SVG shrinks with it, so phones get a drawing of their own. */
export interface ChartSize {
  readonly name: 'wide' | 'narrow';
  readonly width: number;
  readonly height: number;
  readonly ticks: number;
  /** Draws one of this many labels of the range. */
  readonly labelEvery: number;
}

export const WIDE: ChartSize = { name: 'wide', width: 960, height: 300, ticks: 4, labelEvery: 1 };
export const NARROW: ChartSize = { name: 'narrow', width: 360, height: 236, ticks: 3, labelEvery: 2 };

const LEFT = 48;
const RIGHT = 4;
const TOP = 14;
const BOTTOM = 30;

export interface SavingsChartProps {
  readonly bins: readonly Bin[];
  readonly range: Range;
  readonly size: ChartSize;
  readonly summary: string;
}

/** Draws tokens saved over time, one bar each; losses extend below the line. */
export function SavingsChart({ bins, range, size, summary }: SavingsChartProps): JSX.Element {
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
