import type { WorkingSet } from '../context-store.ts';
import { indexLinks } from '../links/link-index.ts';
import type { WorkingSegment } from '../segment.ts';
import { countReferences } from './count-references.ts';
import { mark } from './mark.ts';
import { type RootOptions, type RootReason, rootsOf } from './roots.ts';
import { type Score, type Standing, scoreOf } from './score.ts';

/** From this score on a segment is worth letting go; below, only where a target asks for more. */
export const CANDIDATE_SCORE = 0.4;

/** A segment that no root is, and how readily it is let go. */
export interface Candidate {
  readonly segment: WorkingSegment;
  readonly standing: Standing;
  readonly score: Score;
}

export interface Collection {
  /** All that are no roots: most expendable first, then largest, then by id. */
  readonly candidates: readonly Candidate[];
  /** In the order of the working set. */
  readonly roots: readonly (RootReason | undefined)[];
  readonly references: readonly number[];
}

/** Marks and scores a working set. Pure: the same state gives the same result, and nothing changes. */
export function collect(set: WorkingSet, options: Partial<RootOptions> = {}): Collection {
  const { segments, collections, latest } = set;
  const roots = rootsOf(segments, { currentTask: set.currentTask, ...options });
  const index = indexLinks(segments);
  const references = countReferences(set, index);
  const distances = mark(segments, roots, index);
  const candidates: Candidate[] = [];
  for (const [at, segment] of segments.entries()) {
    if (roots[at] !== undefined) continue;
    const standing: Standing = {
      segment,
      younger: segments.length - 1 - at,
      references: references[at] ?? 0,
      distance: distances[at] ?? 0,
      collections,
      latest,
    };
    candidates.push({ segment, standing, score: scoreOf(standing) });
  }
  candidates.sort(
    (a, b) =>
      b.score.score - a.score.score || b.segment.tokens - a.segment.tokens || (a.segment.id < b.segment.id ? -1 : 1),
  );
  return { candidates, roots, references };
}
