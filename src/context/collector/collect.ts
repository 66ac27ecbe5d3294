import type { Focus, WorkingSet } from '../context-store.ts';
import { type FileIndex, indexFiles } from '../links/file-index.ts';
import { indexLinks } from '../links/link-index.ts';
import type { WorkingSegment } from '../segment.ts';
import { countReferences } from './count-references.ts';
import { mark } from './mark.ts';
import { orderBy } from './order-by.ts';
import { ownLinesOf } from './own-lines.ts';
import { type RootReason, rootsOf } from './roots.ts';
import { type Standing, scoreOf } from './score.ts';
import { supersededIn, withoutExcerpts } from './superseded.ts';

/**
 * Min score at which a segment is worth releasing. Segments below it are released only if a target requires more
 * tokens.
 */
export const CANDIDATE_SCORE = 0.55;

/** Scores have four decimal digits. */
const SCORES = 10_000;
/** Caps a segment's token count for sorting. */
const MAX_TOKENS = 2 ** 32;

/** A segment that is not a root, with the score that says how readily it is released. */
export interface Candidate extends Standing {
  /** 0..1. A higher score is released first. */
  readonly score: number;
}

/**
 * Inputs of a segment's `Standing`, indexed by place in the working set. Parallel arrays, because there may be many.
 */
interface Signals {
  readonly references: Int32Array;
  /** See `mark`. */
  readonly distances: Uint8Array;
  /** See `ownLinesOf`. */
  readonly ownLines: Float64Array;
  readonly files: FileIndex;
}

/** Result of `collect`. Arrays are indexed by place in the working set unless stated otherwise. */
export interface Collection extends Signals {
  readonly roots: readonly (RootReason | undefined)[];
  /** Scores of the segments that are not roots. */
  readonly scores: Float64Array;
  readonly tokens: Float64Array;
  /** Places of all segments that are not roots: most expendable first, then largest, then oldest. */
  readonly order: Uint32Array;
  /** Count of segments worth releasing, from the start of `order`, and the tokens that this frees. */
  readonly expendable: { readonly segments: number; readonly tokens: number };
  /** All of `order` as objects, created lazily. */
  readonly candidates: readonly Candidate[];
}

/** Marks and scores a working set. Pure: the same state gives the same result. */
export function collect(set: WorkingSet, options: Partial<Focus> = {}): Collection {
  const { segments } = set;
  const links = indexLinks(segments);
  const files = indexFiles(segments);
  const read = supersededIn(segments, files);
  const ownLines = ownLinesOf(segments, files, read);
  const superseded = withoutExcerpts(read, segments, files, ownLines);
  const roots = rootsOf(segments, { ...set, ...options }, superseded);
  const signals: Signals = {
    references: countReferences(set, links, files),
    distances: mark(segments, roots, links, files),
    ownLines,
    files,
  };
  const scores = new Float64Array(segments.length);
  const tokens = new Float64Array(segments.length);
  for (let at = 0; at < segments.length; at++) {
    tokens[at] = (segments[at] as WorkingSegment).tokens;
    if (roots[at] === undefined) scores[at] = scoreOf(standingOf(segments, signals, at), set);
  }
  const order = mostExpendableFirst({ roots, scores, tokens });
  const found = { ...signals, roots, scores, tokens, order, expendable: expendableOf(order, scores, tokens) };
  let candidates: readonly Candidate[] | undefined;
  return {
    ...found,
    get candidates() {
      candidates ??= candidatesIn(set, found);
      return candidates;
    },
  };
}

function standingOf(
  segments: readonly WorkingSegment[],
  { references, distances, ownLines, files }: Signals,
  at: number,
): Standing {
  const file = files.fileOf[at] as number;
  const lastOfFile = file < 0 ? at : (files.members[(files.from[file + 1] as number) - 1] as number);
  return {
    segment: segments[at] as WorkingSegment,
    younger: segments.length - 1 - at,
    rest: segments.length - 1 - lastOfFile,
    inUse: segments[lastOfFile] as WorkingSegment,
    ownLines: ownLines[at] as number,
    references: references[at] as number,
    distance: distances[at] as number,
  };
}

/** Returns some of a collection's candidates as objects, in its order. */
export function candidatesIn(
  { segments }: Pick<WorkingSet, 'segments'>,
  found: Signals & Pick<Collection, 'order' | 'scores'>,
  max: number = found.order.length,
): readonly Candidate[] {
  return Array.from(found.order.subarray(0, max), (at) => ({
    ...standingOf(segments, found, at),
    score: found.scores[at] as number,
  }));
}

/** Sorts by score, then by tokens, then by arrival, all packed into one number. */
function mostExpendableFirst({ roots, scores, tokens }: Pick<Collection, 'roots' | 'scores' | 'tokens'>): Uint32Array {
  const places = new Uint32Array(roots.length);
  const keys = new Float64Array(roots.length);
  let count = 0;
  for (let at = 0; at < roots.length; at++) {
    if (roots[at] !== undefined) continue;
    places[count++] = at;
    const score = Math.round((1 - (scores[at] as number)) * SCORES);
    keys[at] = score * (MAX_TOKENS + 1) + MAX_TOKENS - Math.min(tokens[at] as number, MAX_TOKENS);
  }
  return orderBy(keys, places.subarray(0, count));
}

function expendableOf(order: Uint32Array, scores: Float64Array, tokens: Float64Array): Collection['expendable'] {
  let [segments, sum] = [0, 0];
  while (segments < order.length && (scores[order[segments] as number] as number) >= CANDIDATE_SCORE) {
    sum += tokens[order[segments++] as number] as number;
  }
  return { segments, tokens: sum };
}
