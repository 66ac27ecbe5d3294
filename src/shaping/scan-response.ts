import { CATEGORY_BUDGETS } from './limits.ts';
import { SEVERITIES, toSeverity } from './severity.ts';
import { createSummary } from './summary.ts';
import { toItem } from './to-item.ts';
import type { ToolResult } from './tool-result.ts';
import { type WrapOptions, wrapResponse } from './wrap-response.ts';

export interface Finding {
  readonly id: string;
  readonly severity?: string | undefined;
  readonly label?: string | undefined;
}

/** Findings that a scan's response shows. */
const SHOWN = 5;

export type ScanOptions = Omit<WrapOptions, 'summary' | 'whole'> & {
  /** What was done: `Found bugs`. */
  readonly action: string;
};

/** A scan's result: how many findings of each severity, the five worst, and the whole as an artifact. */
export function scanResponse(
  findings: readonly Finding[],
  { action, limits, domain = 'scan', ...options }: ScanOptions,
): Promise<ToolResult> {
  const bySeverity: Record<string, number> = {};
  for (const severity of [...SEVERITIES, undefined]) {
    const n = findings.filter((one) => toSeverity(one.severity) === severity).length;
    if (n > 0) bySeverity[severity ?? 'other'] = n;
  }
  const rank = ({ severity }: Finding): number =>
    (SEVERITIES as readonly unknown[]).indexOf(toSeverity(severity)) + 1 || SEVERITIES.length + 1;
  const worst = findings.toSorted((a, b) => rank(a) - rank(b)).slice(0, SHOWN);
  const hasMore = findings.length > SHOWN;
  const digest = {
    count: findings.length,
    bySeverity,
    items: worst.map(({ id, label, severity }) => toItem(id, label ?? id, severity)),
    hasMore,
  };
  return wrapResponse(digest, {
    ...options,
    domain,
    summary: createSummary(action, { count: findings.length, bySeverity }),
    limits: { maxBytes: CATEGORY_BUDGETS.scan, ...limits },
    ...(hasMore && { whole: findings }),
  });
}
