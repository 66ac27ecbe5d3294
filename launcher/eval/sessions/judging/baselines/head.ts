import type { LineOrder } from './line-order.ts';

/** Takes the first lines. */
export const head: LineOrder = function* ({ lines }) {
  for (let i = 0; i < lines.count; i++) yield i;
};
