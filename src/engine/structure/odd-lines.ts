import { type CooperativeTask, parts } from '../../text/cooperative-task.ts';
import type { Lines } from '../../text/lines.ts';
import { lineHead } from './line-head.ts';

/** Max lines that stand out, and their max share of a text. */
const MAX_ODD = 12;
const MAX = 0.1;
const SHARE = 0.15;

/** Finds lines that match no other when numbers are ignored, in a text where nearly all lines do. */
export function* oddLines(lines: Lines): CooperativeTask<readonly number[]> {
  /** First line of each form; -1 for a form that recurred. */
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
  return odd.length <= Math.min(MAX_ODD, solid * MAX) ? odd : [];
}
