import { isJsonObject } from './is-json-object.ts';
import type { JsonObject } from './server-connection.ts';

/** A server that gives more is taken to be in a loop. */
export const MAX_PAGES = 200;

export interface ListedPages {
  readonly entries: readonly JsonObject[];
  /** Why it ended before the server said so. */
  readonly cut: 'repeated_cursor' | 'too_many_pages' | undefined;
}

/** All pages of one list, until no cursor is left; an empty one is a cursor too. Rejects where `key` holds no array. */
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
    if (!Array.isArray(listed)) throw new TypeError(`cannot read a page of ${key}: allowed is an array`);
    for (const entry of listed) if (isJsonObject(entry)) entries.push(entry);
    const next = result['nextCursor'];
    if (typeof next !== 'string') return { entries, cut: undefined };
    if (seen.has(next)) return { entries, cut: 'repeated_cursor' };
    seen.add(next);
    cursor = next;
  }
  return { entries, cut: 'too_many_pages' };
}
