import type { Focus, WorkingSet } from '../context-store.ts';
import { type FileIndex, indexFiles, LAST_LINE } from '../links/file-index.ts';
import {
  completeUpTo,
  countHashes,
  isChange,
  linesBehind,
  readHeld,
  readReplaced,
  SKETCHED,
} from '../links/line-sketch.ts';
import { indexLinks } from '../links/link-index.ts';
import type { WorkingSegment } from '../segment.ts';
import { countReferences } from './count-references.ts';
import { mark } from './mark.ts';
import { orderBy } from './order-by.ts';
import { type RootReason, rootsOf } from './roots.ts';
import { type Standing, scoreOf } from './score.ts';

/** Marks a segment without a sketch. */
const UNKNOWN = -1;

type Sketched = Pick<WorkingSegment, 'sketch'>;

/**
 * Estimates how many lines of each segment are lost if it is released: those that no younger segment of its file holds
 * or has removed. The estimate compares sketches (see `LineSketch`). A short segment next to one of thousands of lines
 * may share too few known lines; then all its lines count as its own. Without a sketch, 0 if a younger read replaces
 * it, otherwise -1.
 */
export function ownLinesOf(
  segments: readonly Sketched[],
  files: FileIndex,
  superseded: Uint8Array = new Uint8Array(segments.length),
): Float64Array {
  const lines = new Float64Array(segments.length).fill(UNKNOWN);
  const held = new Int32Array(SKETCHED);
  const replaced = new Int32Array(SKETCHED);
  const younger = createHashSet(mostHashes(segments, files));
  for (let file = 0; file + 1 < files.from.length; file++) {
    younger.clear();
    // Up to this hash, all lines of the younger segments are known. Above it, only some are.
    let complete = Number.POSITIVE_INFINITY;
    for (let i = (files.from[file + 1] as number) - 1; i >= (files.from[file] as number); i--) {
      const at = files.members[i] as number;
      const { sketch } = segments[at] as Sketched;
      if (sketch === '') {
        if (superseded[at] === 1) lines[at] = 0;
        continue;
      }
      const [holds, takes] = [readHeld(sketch, held), readReplaced(sketch, replaced)];
      let [known, there] = [0, 0];
      for (let n = 0; n < holds; n++) {
        const isThere = younger.has(held[n] as number);
        if (isThere) there += 1;
        if (isThere || (held[n] as number) <= complete) known += 1;
      }
      // If no line can be compared, all lines count as its own.
      lines[at] = linesBehind(held, holds) * (known === 0 ? 1 : 1 - there / known);
      for (let n = 0; n < holds; n++) younger.add(held[n] as number);
      for (let n = 0; n < takes; n++) younger.add(replaced[n] as number);
      complete = Math.min(complete, completeUpTo(held, holds), completeUpTo(replaced, takes));
    }
  }
  return lines;
}

/** Max hashes of any one file. */
function mostHashes(segments: readonly Sketched[], { from, members }: FileIndex): number {
  let max = 0;
  for (let file = 0; file + 1 < from.length; file++) {
    let count = 0;
    for (let i = from[file] as number; i < (from[file + 1] as number); i++) {
      count += countHashes((segments[members[i] as number] as Sketched).sketch);
    }
    max = Math.max(max, count);
  }
  return max;
}

/**
 * A set of at most `max` hashes that reuses its memory after `clear`. A new `Set` for each file takes three times as
 * long.
 */
function createHashSet(max: number) {
  const slots = 2 ** Math.ceil(Math.log2(max * 1.5 + 2));
  const hashes = new Int32Array(slots);
  /** The `turn` in which each slot was taken. A slot from an earlier turn is free. */
  const turns = new Int32Array(slots);
  let turn = 0;
  const slotOf = (hash: number): number => {
    let slot = hash & (slots - 1);
    while (turns[slot] === turn && hashes[slot] !== hash) slot = (slot + 1) & (slots - 1);
    return slot;
  };
  return {
    clear: (): void => {
      turn += 1;
    },
    has: (hash: number): boolean => turns[slotOf(hash)] === turn,
    add: (hash: number): void => {
      const slot = slotOf(hash);
      turns[slot] = turn;
      hashes[slot] = hash;
    },
  };
}

/** Max line ranges of one file that a read is compared with: those of the reads that came soonest after it. */
const MAX_RANGES = 64;

/** Returns 1 for each read whose lines a single younger read of the file also shows, otherwise 0. */
function supersededIn(
  segments: readonly Pick<WorkingSegment, 'type' | 'sketch'>[],
  { from, members, starts, ends }: FileIndex,
): Uint8Array {
  const superseded = new Uint8Array(segments.length);
  // Line ranges of the current file, as a ring buffer: a new range replaces the one added first. Flat, because there
  // may be many segments.
  const firsts = new Int32Array(MAX_RANGES);
  const lasts = new Int32Array(MAX_RANGES);
  for (let file = 0; file + 1 < from.length; file++) {
    let count = 0;
    for (let i = (from[file + 1] as number) - 1; i >= (from[file] as number); i--) {
      const at = members[i] as number;
      const segment = segments[at] as WorkingSegment;
      if (segment.type !== 'code' || isChange(segment.sketch)) continue;
      const [first, last] = [starts[at] as number, ends[at] as number];
      let known = Math.min(count, MAX_RANGES) - 1;
      while (known >= 0 && ((firsts[known] as number) > first || (lasts[known] as number) < last)) known -= 1;
      if (known >= 0) superseded[at] = 1;
      else {
        firsts[count % MAX_RANGES] = first;
        lasts[count++ % MAX_RANGES] = last;
      }
    }
  }
  return superseded;
}

/**
 * Clears the mark of reads that name no lines and hold mostly lines of their own. Such a read and the younger one are
 * different excerpts of the file, not the whole of it. `ownLines` is that of `ownLinesOf`.
 */
function withoutExcerpts(
  superseded: Uint8Array,
  segments: readonly Pick<WorkingSegment, 'sketch'>[],
  { starts, ends }: Pick<FileIndex, 'starts' | 'ends'>,
  ownLines: Float64Array,
): Uint8Array {
  const hashes = new Int32Array(SKETCHED);
  return superseded.map((is, at) => {
    const { sketch } = segments[at] as Pick<WorkingSegment, 'sketch'>;
    if (is === 0 || sketch === '' || starts[at] !== 0 || ends[at] !== LAST_LINE) return is;
    return (ownLines[at] as number) > linesBehind(hashes, readHeld(sketch, hashes)) / 2 ? 0 : 1;
  });
}

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
