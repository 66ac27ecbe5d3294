import type { ToolResult } from '../mcp/tool-result.ts';
import { createSummary } from '../text/summary.ts';
import { CATEGORY_BUDGETS } from './limits.ts';
import type { ResponseItem } from './response-contract.ts';
import { SEVERITIES, toSeverity } from './severity.ts';
import { fieldOf, toItem } from './to-item.ts';
import { type WrapOptions, wrapResponse } from './wrap-response.ts';

export interface Finding {
  readonly id: string;
  readonly severity?: string | undefined;
  readonly label?: string | undefined;
}

/** Max findings in a scan's response. */
const SHOWN = 5;

export type ScanOptions = Omit<WrapOptions, 'summary' | 'whole'> & {
  /** Action as a phrase: `Found bugs`. */
  readonly action: string;
};

/**
 * Builds a scan's result: findings per severity and the five worst, or as many of them as fit whole. If that is not
 * everything, all findings are stored as an artifact.
 */
export async function scanResponse(
  findings: readonly Finding[],
  { action, limits, domain = 'scan', ...options }: ScanOptions,
): Promise<ToolResult> {
  const kinds = [...SEVERITIES, undefined];
  const ofKind = kinds.map((): Finding[] => []);
  for (const one of findings) ofKind[kinds.indexOf(toSeverity(fieldOf(one, 'severity')))]?.push(one);
  const counts = kinds.map((kind, i) => [kind ?? 'other', ofKind[i]?.length ?? 0] as const);
  const bySeverity = Object.fromEntries(counts.filter(([, n]) => n > 0));
  const worst = ofKind.flatMap((ones) => ones.slice(0, SHOWN)).slice(0, SHOWN);
  const items = worst.map((one) => {
    const id = fieldOf(one, 'id');
    return toItem(id, fieldOf(one, 'label') ?? id, fieldOf(one, 'severity'));
  });
  const wrap = (shown: number): Promise<ToolResult> => {
    const hasMore = findings.length > shown;
    const isAll = !hasMore && worst.every((one, i) => saysAll(items[i] as ResponseItem, one));
    const digest = { count: findings.length, bySeverity, items: items.slice(0, shown), hasMore };
    return wrapResponse(digest, {
      ...options,
      fill: true,
      domain,
      summary: createSummary(action, { count: findings.length, bySeverity }),
      limits: { maxBytes: CATEGORY_BUDGETS.scan, ...limits },
      ...(!isAll && { whole: findings }),
    });
  };
  // Shows fewer findings if there is no room for all of them with their labels.
  for (let shown = items.length; ; shown--) {
    const result = await wrap(shown);
    if (shown <= 1 || isWhole(result, items.slice(0, shown))) return result;
  }
}

const isWhole = ({ content }: ToolResult, items: readonly ResponseItem[]): boolean =>
  content.some((one) => 'text' in one && String(one.text).includes(JSON.stringify(items)));

/** True if an item shows everything in its finding. */
function saysAll(item: ResponseItem, finding: Finding): boolean {
  return Object.keys(finding ?? {}).every((name) => {
    const value = fieldOf(finding, name);
    if (value === undefined) return true;
    return name === 'severity' ? toSeverity(value) !== undefined : value === fieldOf(item, name);
  });
}
