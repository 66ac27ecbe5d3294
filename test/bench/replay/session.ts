import type { LineRange, SegmentType } from '../../../src/context/segment.ts';

/** A piece of a session's context: what a call gave, or what somebody said. */
export interface Piece {
  readonly id: string;
  readonly type: SegmentType;
  readonly text: string;
  /** o200k. */
  readonly tokens: number;
  readonly file: string | null;
  readonly lines: LineRange | null;
  /** It shows `lines` of `file` as they are: what was shown of them before need not stay. */
  readonly isRead: boolean;
  /** The command or search that gave it. */
  readonly topic: string | null;
  /** The commit that it belongs to; null where nobody says what it is for. */
  readonly task: string | null;
  /** It came out of a tool: what model APIs clear first. */
  readonly isToolResult: boolean;
}

/** Needs all of `ids` at once. */
export interface Need {
  readonly kind: 'needs';
  readonly ids: readonly string[];
  /** Fetched in their place where one is not in the context; null where the session itself fetches it next. */
  readonly again: Piece | null;
  /** The file that it is about. */
  readonly file: string;
  /** What is searched for what is missing; null for all that there is of the file, newest first. */
  readonly query: string | null;
}

/** One step: a piece that comes, or earlier ones that are needed for what follows. */
export type Turn = { readonly kind: 'comes'; readonly piece: Piece } | Need;

export interface Session {
  /** Repository, and the first commit or the first recording. */
  readonly name: string;
  readonly turns: readonly Turn[];
  readonly pieces: number;
}
