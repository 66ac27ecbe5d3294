import type { JsonObject } from '../../../../src/base/json/json-object.ts';
import { isJsonObject } from '../../../../src/base/json/json-object.ts';

/** Max pages of a list. A server that gives more is probably in a loop. */
export const MAX_PAGES = 200;

export interface ListedPages {
  readonly entries: readonly JsonObject[];
  /** Reason why listing stopped before the server's last page. */
  readonly cut: 'repeated_cursor' | 'too_many_pages' | undefined;
}

/**
 * Fetches all pages of one list, until there is no cursor. An empty string is a cursor too. Rejects if `key` is not an
 * array.
 */
export async function listPages(
  key: string,
  fetchPage: (params: JsonObject | undefined) => Promise<JsonObject>,
): Promise<ListedPages> {
  const entries: JsonObject[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const result = await fetchPage(cursor === undefined ? undefined : { cursor });
    const listed = result[key];
    if (!Array.isArray(listed)) throw new TypeError(`cannot read a page of ${key}: expected an array`);
    for (const entry of listed) if (isJsonObject(entry)) entries.push(entry);
    const next = result['nextCursor'];
    if (typeof next !== 'string') return { entries, cut: undefined };
    if (seen.has(next)) return { entries, cut: 'repeated_cursor' };
    seen.add(next);
    cursor = next;
  }
  return { entries, cut: 'too_many_pages' };
}
