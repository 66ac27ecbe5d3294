import type { LineRange, SegmentType } from '../../../src/context/segment.ts';

/** A piece of a session's context: the result of a call, or a message. */
export interface Piece {
  readonly id: string;
  readonly type: SegmentType;
  readonly text: string;
  /** Counted with o200k. */
  readonly tokens: number;
  readonly file: string | null;
  readonly lines: LineRange | null;
  /** True if the piece shows `lines` of `file` unchanged, so that earlier reads of these lines can go. */
  readonly isRead: boolean;
  /** The command or search that gave the piece. */
  readonly topic: string | null;
  /** The commit that the piece belongs to; null if that is unknown. */
  readonly task: string | null;
  /** True if a tool returned the piece. Model APIs clear these first. */
  readonly isToolResult: boolean;
}

/** A need of all pieces in `ids` at once. */
export interface Need {
  readonly kind: 'needs';
  readonly ids: readonly string[];
  /** Piece that is fetched if one of `ids` is missing. Null if the session itself fetches it next. */
  readonly again: Piece | null;
  /** The file that the need is about. */
  readonly file: string;
  /** Query for the missing pieces; null to list all pieces of the file, newest first. */
  readonly query: string | null;
}

/** One step: a piece arrives, or the next step needs earlier pieces. */
export type Turn = { readonly kind: 'comes'; readonly piece: Piece } | Need;

export interface Session {
  /** Repository, and the first commit or the first recording. */
  readonly name: string;
  readonly turns: readonly Turn[];
  readonly pieces: number;
}
