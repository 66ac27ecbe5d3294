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
  /** The commit that it belongs to. */
  readonly task: string;
  /** It came out of a tool: what model APIs clear first. */
  readonly isToolResult: boolean;
}

/** One step: pieces that come, and earlier ones that are needed for it. */
export type Turn =
  | { readonly kind: 'comes'; readonly piece: Piece }
  /** Needs all of `ids` at once; where one is not in the context, `again` is fetched in their place. */
  | { readonly kind: 'needs'; readonly ids: readonly string[]; readonly again: Piece; readonly query: string };

export interface Session {
  /** Repository and first commit. */
  readonly name: string;
  readonly turns: readonly Turn[];
  readonly pieces: number;
}
