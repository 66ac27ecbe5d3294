import { cutMiddle } from '../../src/shaping/cut-text.ts';
import { createMeasure } from '../../src/shaping/measure.ts';

/** An item may take this share of the room; of a longer one the text is cut in its middle. */
const LONGEST_SHARE = 0.25;

const measure = createMeasure('plain');

/** The first items of a list that fit into so many UTF-8 bytes of JSON. */
export function fitItems(items: readonly object[], bytes: number): object[] {
  const fitting: object[] = [];
  let left = bytes - 2;
  for (const item of items) {
    const shown = shorten(item, bytes * LONGEST_SHARE);
    left -= Buffer.byteLength(JSON.stringify(shown)) + 1;
    if (left < 0) break;
    fitting.push(shown);
  }
  return fitting;
}

function shorten(item: object, bytes: number): object {
  const { text } = item as { readonly text?: unknown };
  const size = Buffer.byteLength(JSON.stringify(item));
  if (typeof text !== 'string' || size <= bytes) return item;
  const around = size - measure.string(text);
  const room = { chars: text.length, bytes: Math.max(0, bytes - around) };
  return { ...item, text: cutMiddle(text, room, measure) ?? '…' };
}
