import type { LineSketch } from './links/line-sketch.ts';
import type { Links } from './links/links-of.ts';
import type { LineRange, SegmentType, ShownSegment, Tier, WorkingSegment } from './segment.ts';

/** A segment on its way into the store, with all that is derived from its text. */
export interface NewSegment {
  readonly id: string;
  readonly type: SegmentType;
  readonly text: string;
  /** SHA-256 of the text's UTF-8, in hexadecimal digits. */
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
  /** Empty where it is no code of a file, or its text is not at hand. */
  readonly sketch: LineSketch;
}

/** What is known of a project beside its segments. Of one that nobody used yet: null, 0 and 0. */
export interface ProjectState {
  readonly currentTask: string | null;
  /** Collections that are over. */
  readonly collections: number;
  /** Milliseconds since 1970 of the last time that something came into it. Never goes back, and grows each time. */
  readonly latest: number;
}

export interface ProjectCount {
  readonly project: string;
  readonly currentTask: string | null;
  readonly working: number;
  readonly workingTokens: number;
  readonly stashed: number;
  readonly stashedTokens: number;
}

/** All that the collector looks at. */
export interface WorkingSet extends ProjectState {
  /** In the order in which they came. */
  readonly segments: readonly WorkingSegment[];
  /** How many snapshots hold a segment; none: not in it. */
  readonly inSnapshots: ReadonlyMap<string, number>;
}

/** Which segments are meant; all that is given has to be true of one. */
export interface SegmentFilter {
  readonly tiers: readonly Tier[];
  readonly ids?: readonly string[] | undefined;
  readonly file?: string | undefined;
  readonly task?: string | undefined;
  /** All of them. */
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

/** `hit` is the part of the text that matches best, of a search. */
export type FoundSegment = ShownSegment & { readonly hit?: string | undefined };

export interface FoundSegments {
  readonly segments: readonly FoundSegment[];
  /** Of all pages. */
  readonly total: number;
  /** Tokens of all pages. */
  readonly tokens: number;
}

/** What became of one segment. */
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
 * Segments of one owner (a team, or whoever runs the launcher), by project. What changes more than one row is done as
 * a whole or not at all. Every method rejects with a `SqlError` where the storage fails. `test/contract/context-store.ts`
 * holds it to this.
 */
export interface ContextStore {
  state(project: string): Promise<ProjectState>;
  projects(): Promise<readonly ProjectCount[]>;
  /** Reads no texts. */
  working(project: string): Promise<WorkingSet>;
  /** Tokens of texts that are there, by hash: what was counted is not counted again. What a platform said is no count. */
  knownTokens(hashes: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Puts new ones into a tier; of an id that is there already nothing changes. Resolves to those that are new. */
  add(project: string, segments: readonly NewSegment[], tier: Tier): Promise<readonly Moved[]>;
  /** By id, or newest first. */
  list(project: string, filter: SegmentFilter, page: SegmentPage): Promise<FoundSegments>;
  /**
   * Those that have any of the terms (of `toTerms`), best first. In a large project a term that most of it has does not
   * find anything beside a rarer one: by BM25 it weighs nothing.
   */
  search(project: string, terms: readonly string[], filter: SegmentFilter, page: SegmentPage): Promise<FoundSegments>;
  /** Whole texts, by id. */
  texts(project: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /**
   * Moves those of `ids` that are in one of `from`; resolves to those that moved. A move out of the working set leaves
   * pinned ones where they are, and `collect` makes it a collection: what stays has survived one more.
   */
  move(
    project: string,
    ids: readonly string[],
    move: { readonly from: readonly Tier[]; readonly to: Tier; readonly collect?: boolean | undefined },
  ): Promise<readonly Moved[]>;
  /** Deletes those that are not pinned, and texts that nothing holds any more; `collect` makes it a collection. */
  remove(
    project: string,
    ids: readonly string[],
    how?: { readonly collect?: boolean | undefined },
  ): Promise<readonly Moved[]>;
  /** Resolves to those that are there, whether or not that changed anything. */
  pin(project: string, ids: readonly string[], pinned: boolean): Promise<readonly string[]>;
  /** Moves all others of the same file, lines and type out of the working set into the archive, pinned ones aside. */
  supersede(project: string, id: string): Promise<readonly Moved[]>;
  /** Resolves to the task before. */
  setTask(project: string, task: string | null): Promise<string | null>;
  /** Holds the working segments of a task as they are now. */
  createSnapshot(
    project: string,
    snapshot: { readonly id: string; readonly task: string; readonly name: string },
  ): Promise<Snapshot>;
  /** Newest first. */
  snapshots(project: string, task?: string): Promise<readonly Snapshot[]>;
  /** Undefined for one that is not there. Those that were deleted since are in it. */
  snapshotSegments(project: string, id: string): Promise<readonly ShownSegment[] | undefined>;
  /** Texts that a snapshot holds, by segment id. */
  snapshotTexts(project: string, id: string, segments: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Makes segments of a snapshot working again, also those that were deleted since; resolves to those. */
  restore(project: string, id: string, segments: readonly string[]): Promise<readonly Moved[]>;
}
