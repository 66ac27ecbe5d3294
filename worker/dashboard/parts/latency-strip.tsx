import type { JSX } from 'hono/jsx/jsx-runtime';
import type { Quantiles } from '../../../src/teams/usage/quantiles.ts';

const WIDTH = 200;
const EDGE = 6;
const MIDDLE = 8;

export interface LatencyStripProps {
  readonly quantiles: Quantiles;
  /** Min and max of all strips in a group, in milliseconds. */
  readonly min: number;
  readonly max: number;
}

/** Draws p50, p95 and p99 on a logarithmic line. The numbers appear next to it as text. */
export function LatencyStrip({ quantiles: { p50, p95, p99 }, min, max }: LatencyStripProps): JSX.Element {
  const low = Math.log(Math.max(min, 0.01));
  const width = Math.log(Math.max(max, 0.01)) - low;
  const x = (ms: number): number => {
    const share = width <= 0 ? 0.5 : (Math.log(Math.max(ms, 0.01)) - low) / width;
    return EDGE + share * (WIDTH - 2 * EDGE);
  };
  return (
    <svg class="strip" viewBox={`0 0 ${WIDTH} ${2 * MIDDLE}`} aria-hidden="true" focusable="false">
      <line class="grid" x1={0} x2={WIDTH} y1={MIDDLE} y2={MIDDLE} />
      <line class="reach" x1={x(p50)} x2={x(p99)} y1={MIDDLE} y2={MIDDLE} />
      <circle class="p99" cx={x(p99)} cy={MIDDLE} r={3.5} />
      <circle class="p95" cx={x(p95)} cy={MIDDLE} r={3.5} />
      <circle class="p50" cx={x(p50)} cy={MIDDLE} r={4.5} />
    </svg>
  );
}
