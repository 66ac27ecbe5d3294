import type { LineSketch } from './links/line-sketch.ts';
import type { Links } from './links/links-of.ts';
import type { LineRange, SegmentType, ShownSegment, Tier, WorkingSegment } from './segment.ts';

/** A segment to be stored, with everything derived from its text. */
export interface NewSegment {
  readonly id: string;
  readonly type: SegmentType;
  readonly text: string;
  /** SHA-256 of the text's UTF-8, in hex. */
  readonly hash: string;
  readonly tokens: number;
  readonly preview: string;
  /** Null: the project's current task. */
  readonly task: string | null;
  /** Milliseconds since 1970; null: now. */
  readonly createdAt: number | null;
  readonly pinned: boolean;
  readonly file: string | null;
  readonly lines: LineRange | null;
  readonly tags: readonly string[];
  readonly topic: string | null;
  readonly links: Links;
  /** Empty if the segment is not code from a file, or its text is not available. */
  readonly sketch: LineSketch;
}

/** The current task and the active file of a project. Their segments are kept. */
export interface Focus {
  readonly currentTask: string | null;
  /** An absolute path, or one relative to the project. */
  readonly activeFile: string | null;
}

/** State of a project without its segments. For a project that was never used: null, null, 0 and 0. */
export interface ProjectState extends Focus {
  /** Completed collections. */
  readonly collections: number;
  /** Time at which a segment last came in, in milliseconds since 1970. Strictly increasing. */
  readonly latest: number;
}

/** Everything that the collector reads. */
export interface WorkingSet extends ProjectState {
  /** In order of arrival. */
  readonly segments: readonly WorkingSegment[];
  /** Number of snapshots that hold each segment; segments in no snapshot are absent. */
  readonly inSnapshots: ReadonlyMap<string, number>;
}

/** Filters segments; all given conditions must hold. */
export interface SegmentFilter {
  readonly tiers: readonly Tier[];
  readonly ids?: readonly string[] | undefined;
  readonly file?: string | undefined;
  readonly task?: string | undefined;
  /** Matches segments that have all of these tags. */
  readonly tags?: readonly string[] | undefined;
  readonly type?: SegmentType | undefined;
  /** Milliseconds since 1970, both exclusive. */
  readonly createdAfter?: number | undefined;
  readonly createdBefore?: number | undefined;
}

export interface SegmentPage {
  readonly limit: number;
  readonly offset?: number | undefined;
}

/** A listed segment. For a search, `hit` is the best matching part of the text. */
export type FoundSegment = ShownSegment & { readonly hit?: string | undefined };

export interface FoundSegments {
  readonly segments: readonly FoundSegment[];
  /** Matches on all pages. */
  readonly total: number;
  /** Tokens on all pages. */
  readonly tokens: number;
}

/** A segment that was moved or deleted, with its outcome. */
export interface Moved {
  readonly id: string;
  readonly tokens: number;
}

export interface Snapshot {
  readonly id: string;
  readonly task: string;
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly segments: number;
  readonly tokens: number;
}

/**
 * Stores the segments of one owner (a team, or the launcher's user), by project. Changes to more than one row are
 * atomic. Every method rejects with a `SqlError` if the storage fails. `test/contract/context-store.ts` is the contract
 * suite.
 */
export interface ContextStore {
  state(project: string): Promise<ProjectState>;
  /** Loads the working set without its texts. */
  working(project: string): Promise<WorkingSet>;
  /**
   * Returns the token counts of stored texts by hash, so that nothing is counted twice. Counts reported by a platform
   * are not included.
   */
  knownTokens(hashes: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /**
   * Adds new segments to a tier. An existing id stays unchanged, with one exception: if only a description is stored
   * under it, the text replaces the description and keeps its tier, age, task and pin. Resolves to the segments that
   * were added or got their text.
   */
  add(project: string, segments: readonly NewSegment[], tier: Tier): Promise<readonly Moved[]>;
  /** Lists by id, or newest first. */
  list(project: string, filter: SegmentFilter, page: SegmentPage): Promise<FoundSegments>;
  /**
   * Finds segments that contain any of the terms (from `toTerms`), best match first. In a large project, a term that
   * occurs in most texts is ignored if there is a rarer one, because BM25 gives it no weight.
   */
  search(project: string, terms: readonly string[], filter: SegmentFilter, page: SegmentPage): Promise<FoundSegments>;
  /** Returns whole texts by segment id; none for segments that a platform only described. */
  texts(project: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /**
   * Moves the segments of `ids` that are in one of the tiers `from`, and resolves to them. A move out of the working
   * set skips pinned segments and those without a text. With `collect`, the move counts as a collection, which the
   * remaining segments have survived.
   */
  move(
    project: string,
    ids: readonly string[],
    move: { readonly from: readonly Tier[]; readonly to: Tier; readonly collect?: boolean | undefined },
  ): Promise<readonly Moved[]>;
  /**
   * Deletes the segments that are not pinned, and texts that nothing refers to any more. With `collect`, this counts as
   * a collection.
   */
  remove(
    project: string,
    ids: readonly string[],
    how?: { readonly collect?: boolean | undefined },
  ): Promise<readonly Moved[]>;
  /** Resolves to the ids that exist, even if nothing changed. */
  pin(project: string, ids: readonly string[], pinned: boolean): Promise<readonly string[]>;
  /**
   * Moves all unpinned segments of the same file, lines and type from the working set to the archive, except this one
   * and those without a text.
   */
  supersede(project: string, id: string): Promise<readonly Moved[]>;
  /** Changes the fields that are not undefined, and resolves to the previous focus. */
  setFocus(project: string, focus: { readonly [K in keyof Focus]?: Focus[K] | undefined }): Promise<Focus>;
  /** Saves the current working segments of a task. */
  createSnapshot(
    project: string,
    snapshot: { readonly id: string; readonly task: string; readonly name: string },
  ): Promise<Snapshot>;
  /** Newest first. */
  snapshots(project: string, task?: string): Promise<readonly Snapshot[]>;
  /** Includes segments that were deleted since. Undefined if the snapshot does not exist. */
  snapshotSegments(project: string, id: string): Promise<readonly ShownSegment[] | undefined>;
  /** Returns texts that a snapshot holds, by segment id; none for segments that a platform only described. */
  snapshotTexts(project: string, id: string, segments: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Makes segments of a snapshot working again, even if they were deleted since. Resolves to them. */
  restore(project: string, id: string, segments: readonly string[]): Promise<readonly Moved[]>;
}
