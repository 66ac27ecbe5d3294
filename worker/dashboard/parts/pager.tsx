import type { JSX } from 'hono/jsx/jsx-runtime';
import { toCount } from '../format/numbers.ts';

export interface PagerProps {
  /** Counted from 1. */
  readonly page: number;
  /** Rows of a page, and of all. */
  readonly size: number;
  readonly total: number;
  /** Returns the address of a page. */
  readonly toUrl: (page: number) => string;
}

/** Links to the pages before and after, if there are any. */
export function Pager({ page, size, total, toUrl }: PagerProps): JSX.Element {
  const first = (page - 1) * size + 1;
  return (
    <>
      {total > size && (
        <nav class="row" aria-label="Pages">
          {page > 1 && <a href={toUrl(page - 1)}>Previous</a>}
          <span>{`${toCount(first)} to ${toCount(Math.min(total, first + size - 1))} of ${toCount(total)}`}</span>
          {first + size <= total && <a href={toUrl(page + 1)}>Next</a>}
        </nav>
      )}
    </>
  );
}
