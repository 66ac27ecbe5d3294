import { invalidParams } from '../../src/mcp/invalid-params.ts';

export interface ServerPage {
  readonly entries: readonly object[];
  readonly nextCursor?: string | undefined;
}

export interface PagedListOptions {
  readonly method: string;
  readonly params: unknown;
  /** Entries that come first. */
  readonly first: readonly object[];
  /** Returns the pages after `first`, by their own cursors; undefined if there are none. */
  readonly rest?: ((cursor: string | undefined) => Promise<ServerPage>) | undefined;
}

const A_PAGE = 100;
const OURS = /^first:(\d{1,9})$/;

/**
 * Returns a page of a list that begins with `first` and continues with the pages of `rest`. Cursors are opaque to the
 * client.
 */
export async function pagedList({ method, params, first, rest }: PagedListOptions): Promise<ServerPage> {
  const cursor = cursorOf(method, params);
  const [, offset] = OURS.exec(cursor ?? 'first:0') ?? [];
  if (offset === undefined) {
    if (rest === undefined) throw invalidParams(method, undefined, [{ path: 'cursor', code: 'invalid_value' }]);
    return await rest(cursor);
  }
  const end = Number(offset) + A_PAGE;
  const entries = first.slice(Number(offset), end);
  if (end < first.length) return { entries, nextCursor: `first:${end}` };
  if (rest === undefined) return { entries };
  const behind = await rest(undefined);
  return { entries: [...entries, ...behind.entries], nextCursor: behind.nextCursor };
}

function cursorOf(method: string, params: unknown): string | undefined {
  const cursor = (params as { readonly cursor?: unknown } | null | undefined)?.cursor;
  if (cursor === undefined || typeof cursor === 'string') return cursor;
  throw invalidParams(method, undefined, [{ path: 'cursor', code: 'invalid_type' }]);
}
