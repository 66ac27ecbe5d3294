import type { Lines } from './lines.ts';
import { lineHead } from './policies/line-head.ts';
import { parts, type Steps } from './steps.ts';

/** Lines that stand out, at most, and the share of a text that they may be. */
const MAX_ODD = 12;
const MOST = 0.1;
const SHARE = 0.15;

/** Finds the lines that are like no other but for their numbers, in a text where nearly all are like others. */
export function* oddLines(lines: Lines): Steps<readonly number[]> {
  /** The line of each form; -1 for a form that came again. */
  const places = new Map<string, number>();
  let solid = 0;
  yield* parts(lines, SHARE, (from, to) => {
    for (let i = from; i < to; i++) {
      const form = lineHead(lines, i, 160).replaceAll(/\d+/g, '0').trim();
      if (form === '') continue;
      solid++;
      places.set(form, places.has(form) ? -1 : i);
    }
  });
  const odd = [...places.values()].filter((line) => line >= 0);
  return odd.length <= Math.min(MAX_ODD, solid * MOST) ? odd : [];
}
