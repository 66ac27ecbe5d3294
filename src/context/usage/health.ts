import type { ContextUsage } from './usage-metrics.ts';

export interface HealthScore {
  /** 0..100, higher is better. */
  readonly score: number;
  readonly usage_percent: number;
  /** Points that each factor subtracts. */
  readonly factors: { readonly pressure: number; readonly expendable: number };
}

/** Percentage of use from which a context is under pressure. */
export const PRESSURE_PERCENT = 50;
const WARNINGS = [
  [90, 'Critical: the context is over 90 % full'],
  [80, 'High: the context is over 80 % full'],
  [60, 'The context is over 60 % full'],
] as const;

/** Scores health: 100 up to half use. Above that, it falls as the context fills and as more of it could be released. */
export function healthOf({ percent, tokens }: ContextUsage, expendableTokens: number): HealthScore {
  const pressure = Math.min(1, Math.max(0, (percent - PRESSURE_PERCENT) / (100 - PRESSURE_PERCENT)));
  const share = tokens === 0 ? 0 : Math.min(1, expendableTokens / tokens);
  const factors = { pressure: Math.round(70 * pressure), expendable: Math.round(30 * share * pressure) };
  return { score: 100 - factors.pressure - factors.expendable, usage_percent: percent, factors };
}

/** Warnings at 60, 80 and 90 % use; only the highest one reached. */
export function warningsOf({ percent }: ContextUsage): readonly string[] {
  const reached = WARNINGS.find(([from]) => percent >= from);
  return reached === undefined ? [] : [reached[1]];
}
