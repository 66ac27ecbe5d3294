import type { WorkingSet } from '../context-store.ts';
import { indexLinks } from '../links/link-index.ts';
import type { WorkingSegment } from '../segment.ts';
import { countReferences } from './count-references.ts';
import { mark } from './mark.ts';
import { type RootOptions, type RootReason, rootsOf } from './roots.ts';
import { type Standing, scoreOf } from './score.ts';

/** From this score on a segment is worth letting go; below, only where a target asks for more. */
export const CANDIDATE_SCORE = 0.4;

/** A segment that no root is, and how readily it is let go. */
export interface Candidate extends Standing {
  /** 0..1; higher: rather let go. */
  readonly score: number;
}

export interface Collection {
  /** All that are no roots: most expendable first, then largest, then oldest. */
  readonly candidates: readonly Candidate[];
  /** In the order of the working set. */
  readonly roots: readonly (RootReason | undefined)[];
  readonly references: readonly number[];
}

/** Marks and scores a working set. Pure: the same state gives the same result, and nothing changes. */
export function collect(set: WorkingSet, options: Partial<RootOptions> = {}): Collection {
  const { segments } = set;
  const roots = rootsOf(segments, { currentTask: set.currentTask, ...options });
  const index = indexLinks(segments);
  const references = countReferences(set, index);
  const distances = mark(segments, roots, index);
  const candidates: Candidate[] = [];
  for (let at = 0; at < segments.length; at++) {
    if (roots[at] !== undefined) continue;
    const segment = segments[at] as WorkingSegment;
    const candidate = {
      segment,
      younger: segments.length - 1 - at,
      references: references[at] ?? 0,
      distance: distances[at] ?? 0,
      score: 0,
    };
    candidate.score = scoreOf(candidate, set);
    candidates.push(candidate);
  }
  candidates.sort((a, b) => b.score - a.score || b.segment.tokens - a.segment.tokens);
  return { candidates, roots, references };
}
