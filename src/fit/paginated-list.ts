import { decodeCursor, encodeCursor } from '../artifacts/cursor.ts';
import { utf8Bytes } from '../base/json/utf8-bytes.ts';
import { toSummary } from '../text/summary.ts';
import { CATEGORY_BUDGETS, DEFAULT_LIMITS } from './limits.ts';
import type { ResponseContract, ResponseItem } from './response-contract.ts';
import { fieldOf, toItem } from './to-item.ts';

export interface ListOptions<T> {
  /** Kind of the items, singular: `session`. */
  readonly domain: string;
  /** Max items per page; 1 to 10, default 10. A page has fewer if its result would exceed 2 KB. */
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

/** Bytes of a result besides its page. The page itself counts twice: as text and as structured content. */
const AROUND_BYTES = 100;

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
  const all = Array.from(items.slice(from, from + size), (item) => {
    const id = fieldOf(item, 'id');
    return toItem(id, fieldOf(item, labelField) ?? id, severityField && fieldOf(item, severityField));
  });
  const pageOf = (shown: readonly ResponseItem[]): ListPage => {
    const hasMore = items.length > from + shown.length;
    return {
      summary: toSummary(`${items.length} ${domain}${items.length === 1 ? '' : 's'}`),
      success: true,
      count: shown.length,
      items: shown,
      totalCount: items.length,
      hasMore,
      ...(hasMore && { nextCursor: encodeCursor(['p', domain.slice(0, NAMED), from + shown.length]) }),
    };
  };
  for (let count = all.length; ; count--) {
    const page = pageOf(all.slice(0, count));
    const text = JSON.stringify(page);
    const bytes = utf8Bytes(text) + utf8Bytes(JSON.stringify(text)) + AROUND_BYTES;
    if (count <= 1 || bytes <= CATEGORY_BUDGETS.list) return page;
  }
}

function placeOf(cursor: string, domain: string): number | undefined {
  const [kind, itsDomain, place] = decodeCursor(cursor) ?? [];
  if (kind !== 'p' || itsDomain !== domain.slice(0, NAMED) || !Number.isSafeInteger(place)) return undefined;
  return (place as number) >= 0 ? (place as number) : undefined;
}
