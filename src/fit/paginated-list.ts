import { decodeCursor, encodeCursor } from '../artifacts/cursor.ts';
import { toSummary } from '../text/summary.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import type { ResponseContract, ResponseItem } from './response-contract.ts';
import { fieldOf, toItem } from './to-item.ts';

export interface ListOptions<T> {
  /** Kind of the items, singular: `session`. */
  readonly domain: string;
  /** Items per page; at most 10, the default. */
  readonly limit?: number | undefined;
  readonly labelField?: keyof T | undefined;
  readonly severityField?: keyof T | undefined;
  /** `nextCursor` of the previous page. */
  readonly cursor?: string | undefined;
}

export interface ListPage extends ResponseContract {
  readonly items: readonly ResponseItem[];
  readonly count: number;
  /** Items on all pages. */
  readonly totalCount: number;
  readonly hasMore: boolean;
}

/** Max UTF-16 units of the domain in a cursor. */
const NAMED = 100;

/** Returns a page of a list. Undefined if the cursor is not from a list of the same domain. */
export function paginatedListResponse<T extends { readonly id: string }>(
  items: readonly T[],
  options: ListOptions<T> & { readonly cursor?: undefined },
): ListPage;
export function paginatedListResponse<T extends { readonly id: string }>(
  items: readonly T[],
  options: ListOptions<T>,
): ListPage | undefined;
export function paginatedListResponse<T extends { readonly id: string }>(
  items: readonly T[],
  { domain, limit = DEFAULT_LIMITS.maxArrayItems, labelField = 'id', severityField, cursor }: ListOptions<T>,
): ListPage | undefined {
  const from = cursor === undefined ? 0 : placeOf(cursor, domain);
  if (from === undefined) return undefined;
  const size = Math.min(Math.max(1, Math.floor(limit) || 1), DEFAULT_LIMITS.maxArrayItems);
  const shown = items.slice(from, from + size);
  const hasMore = items.length > from + size;
  return {
    summary: toSummary(`${items.length} ${domain}${items.length === 1 ? '' : 's'}`),
    success: true,
    count: shown.length,
    items: Array.from(shown, (item) => {
      const id = fieldOf(item, 'id');
      return toItem(id, fieldOf(item, labelField) ?? id, severityField && fieldOf(item, severityField));
    }),
    totalCount: items.length,
    hasMore,
    ...(hasMore && { nextCursor: encodeCursor(['p', domain.slice(0, NAMED), from + size]) }),
  };
}

function placeOf(cursor: string, domain: string): number | undefined {
  const [kind, itsDomain, place] = decodeCursor(cursor) ?? [];
  if (kind !== 'p' || itsDomain !== domain.slice(0, NAMED) || !Number.isSafeInteger(place)) return undefined;
  return (place as number) >= 0 ? (place as number) : undefined;
}
