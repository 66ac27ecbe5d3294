import { jsonBytes } from '../base/json/json-bytes.ts';
import { createMeasure } from '../base/json/measure.ts';
import { cutMiddle } from '../text/cut-text.ts';

/** Max share of the room for one item. In a longer item, path and text are cut in the middle. */
const LONGEST_SHARE = 0.25;
/** Min bytes allowed to an item in any room. Fewer would say nothing. */
const MIN_BYTES = 120;
/** Max share of an item for its path. */
const PATH_SHARE = 0.5;

const measure = createMeasure('plain');

/** Returns the first items of a list that fit into `bytes` UTF-8 bytes of JSON. */
export function fitItems(items: readonly object[], bytes: number): object[] {
  const fitting: object[] = [];
  let left = bytes - 2;
  const longest = Math.max(bytes * LONGEST_SHARE, Math.min(left - 1, MIN_BYTES));
  for (const item of items) {
    const shown = shorten(item, longest);
    left -= jsonBytes(shown) + 1;
    if (left < 0) break;
    fitting.push(shown);
  }
  return fitting;
}

function shorten(item: { readonly path?: unknown; readonly text?: unknown }, bytes: number): object {
  if (jsonBytes(item) <= bytes) return item;
  const shown = { ...item };
  if (typeof item.path === 'string') shown.path = cut(item.path, bytes * PATH_SHARE);
  if (typeof item.text === 'string')
    shown.text = cut(item.text, bytes - (jsonBytes(shown) - measure.string(item.text)));
  return shown;
}

function cut(text: string, bytes: number): string {
  return cutMiddle(text, { chars: text.length, bytes: Math.max(0, bytes) }, measure) ?? '…';
}
