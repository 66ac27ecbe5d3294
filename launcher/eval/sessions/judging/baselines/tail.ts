import type { LineOrder } from './line-order.ts';

/** Takes the last lines. */
export const tail: LineOrder = function* ({ lines }) {
  for (let i = lines.count - 1; i >= 0; i--) yield i;
};
