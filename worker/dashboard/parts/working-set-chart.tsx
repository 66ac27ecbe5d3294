import type { JSX } from 'hono/jsx/jsx-runtime';
import type { Shares, WorkingSetSum } from '../../../src/context/usage/sum-working-set.ts';
import { OUTCOMES, tokensOf } from '../data/outcomes.ts';
import { toCompact, toCount } from '../format/numbers.ts';
import { toSegments, toTitle } from '../format/words.ts';

/** A size of the chart. Text in an SVG shrinks with it, so phones get a drawing of their own. */
export interface SetChartSize {
  readonly name: 'wide' | 'narrow';
  readonly width: number;
  /** Width reserved for the names of bars. */
  readonly left: number;
}

export const WIDE_SET: SetChartSize = { name: 'wide', width: 960, left: 152 };
export const NARROW_SET: SetChartSize = { name: 'narrow', width: 360, left: 116 };

const RIGHT = 52;
const HEAD = 26;
const ROW = 28;
const BAR = 16;
const GAP = 14;
/** Min width of a part, so that small ones stay visible. */
const MIN = 2;

export interface WorkingSetChartProps {
  readonly sum: WorkingSetSum;
  readonly size: SetChartSize;
  readonly summary: string;
}

/**
 * Draws the tokens of a working set by type and by age, one bar each, divided into what stays and what would be
 * released. All bars share one scale.
 */
export function WorkingSetChart({ sum, size, summary }: WorkingSetChartProps): JSX.Element {
  const { name, width, left } = size;
  const { byType, byAge } = sum;
  const max = Math.max(1, ...[...byType, ...byAge].map(tokensOf));
  const unit = (width - left - RIGHT) / max;
  const ageTop = HEAD + byType.length * ROW + GAP;
  const height = ageTop + HEAD + byAge.length * ROW;
  return (
    <svg
      class={`chart chart-${name}`}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-labelledby={`set-${name}-title set-${name}-desc`}
    >
      <title id={`set-${name}-title`}>Tokens by type and by age</title>
      <desc id={`set-${name}-desc`}>{summary}</desc>
      <Bars title="By type" rows={byType} top={0} left={left} unit={unit} />
      <Bars title="By age" rows={byAge} top={ageTop} left={left} unit={unit} />
    </svg>
  );
}

interface BarsProps {
  readonly title: string;
  readonly rows: readonly Shares[];
  readonly top: number;
  readonly left: number;
  /** Width of a token. */
  readonly unit: number;
}

function Bars({ title, rows, top, left, unit }: BarsProps): JSX.Element {
  return (
    <g>
      <text class="group" x={0} y={top + 13}>
        {title}
      </text>
      {rows.map((shares, i) => {
        const y = top + HEAD + i * ROW;
        const parts = partsOf(shares, left, unit);
        const end = parts.reduce((x, part) => x + part.width, left);
        return (
          <g key={shares.name} class="slot">
            <title>{`${toTitle(shares.name)}: ${inWords(shares)}`}</title>
            <text class="tick" x={0} y={y + BAR - 3}>
              {toTitle(shares.name)}
            </text>
            {parts.map(({ outcome, x, width }) => (
              <rect key={outcome} class={outcome} x={x} y={y} width={width} height={BAR} />
            ))}
            <text class="tick" x={end + 8} y={y + BAR - 3}>
              {toCompact(tokensOf(shares))}
            </text>
          </g>
        );
      })}
    </g>
  );
}

function partsOf(shares: Shares, left: number, unit: number) {
  let at = left;
  return OUTCOMES.filter((outcome) => shares[outcome] > 0).map((outcome) => {
    const width = Math.max(MIN, Math.round(shares[outcome] * unit * 10) / 10);
    const x = at;
    at += width;
    return { outcome, x, width };
  });
}

function inWords({ segments, held, rest, going }: Shares): string {
  const shares = `${toCount(held)} protected, ${toCount(rest)} kept for now, ${toCount(going)} would be released`;
  return `${toCount(held + rest + going)} tokens in ${toSegments(segments)}: ${shares}`;
}
