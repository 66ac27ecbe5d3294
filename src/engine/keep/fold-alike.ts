import { type CooperativeTask, parts } from '../../text/cooperative-task.ts';
import { lineForm } from '../structure/line-form.ts';
import { lineHead } from '../structure/line-head.ts';
import type { Repeats } from './fold-repeats.ts';
import { Kept } from './select.ts';

/** Lines of one form are folded if there are more than `MANY`. `SHOWN` of them stay, including the last. */
const MANY = 300;
const SHOWN = 5;
/** Scores that differ by less than this count as equal. */
const STEP = 0.02;
/** Cost of a pass, as a share of the cost of counting tokens. */
const SHARE = 0.3;

/**
 * Drops all but a few of hundreds of kept lines that say the same about different paths or names, such as every file that
 * a program looked for in vain. Lines of other forms stay, and so do lines that score better. Returns true if it dropped
 * any.
 */
export function* foldAlike({ lines, kind, scores, evidence }: Repeats, keep: Uint8Array): CooperativeTask<boolean> {
  if ((kind !== 'log' && kind !== 'data') || count(keep) <= MANY) return false;
  const groups = new Map<string, number[]>();
  yield* parts(lines, SHARE, (from, to) => {
    for (let i = from; i < to; i++) {
      if (keep[i] === Kept.no || evidence[i] === 1) continue;
      const form = lineForm(lineHead(lines, i));
      if (form === '') continue;
      const key = `${Math.round((scores[i] as number) / STEP)} ${form}`;
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [i]);
      else group.push(i);
    }
  });
  let folds = false;
  for (const group of groups.values()) {
    if (group.length <= MANY) continue;
    folds = true;
    for (const i of group.slice(SHOWN - 1, -1)) keep[i] = Kept.no;
  }
  return folds;
}

function count(keep: Uint8Array): number {
  let n = 0;
  for (const kept of keep) if (kept !== Kept.no) n++;
  return n;
}
