import { Reason } from '../score/scorer.ts';
import { type Outline, Role } from '../structure/outline.ts';
import type { Policy } from '../structure/policy.ts';
import { Kept } from './select.ts';

/** Max lines of a paragraph. Test reports have no blank lines, so theirs may be longer. */
const PARAGRAPH = 30;
const REPORT = 300;

export interface FollowedLines {
  readonly keep: Uint8Array;
  readonly reasons: Uint8Array;
  readonly scores: Float32Array;
  readonly shape: Outline;
  readonly policy: Policy;
}

/** Keeps up to `max` lines of the paragraph below each chosen line that matches. */
export function withFollowing({ keep, reasons, scores, shape, policy }: FollowedLines, max: number): Uint8Array {
  const { roles } = shape;
  const n = keep.length;
  const ends = paragraphEnds(roles);
  const longest = policy.evidence?.records === undefined ? PARAGRAPH : REPORT;
  const wider = keep.slice();
  const choose = (line: number): void => {
    if (wider[line] === Kept.no) wider[line] = Kept.chosen;
  };
  for (let i = 0; i < n; i++) {
    if (keep[i] !== Kept.chosen || reasons[i] !== Reason.match) continue;
    const end = ends[i] as number;
    // A row of a list says nothing about the next one.
    if (policy.rows !== 'list' && (scores[i] as number) >= 0.5 && end - i <= longest)
      for (let k = i + 1; k <= i + max && k < end; k++) choose(k);
  }
  return wider;
}

/** Returns, for each line, the line after its paragraph. */
function paragraphEnds(roles: Uint8Array): Int32Array {
  const ends = new Int32Array(roles.length);
  for (let i = roles.length - 1, end = roles.length; i >= 0; i--) {
    if (roles[i] === Role.blank) end = i;
    ends[i] = end;
  }
  return ends;
}
