import type { ByteSource } from './byte-source.ts';

/** A place in a text. */
export interface Position {
  /** Bytes from the start. */
  readonly offset: number;
  /** The line that the offset is in, 1-based. */
  readonly line: number;
  /** The line began before. */
  readonly inside: boolean;
}

/** What a source holds: the artifact itself, the value that a path names (`v`), or a pruned text (`q`). */
export type SourceKind = '' | 'v' | 'q';

/** What a page is to be made of. */
export interface Reading {
  readonly source: ByteSource;
  readonly kind: SourceKind;
  /** Id of the artifact that keeps what was made of another one. */
  readonly madeId: string;
  readonly from: Position;
  /** The last line to show; 0: all. */
  readonly lastLine: number;
  /** Only lines that match are shown; `''`: all. */
  readonly pattern: string;
  /** What is to be said about the page. */
  readonly notice?: string | undefined;
}

/** What a page shows, and where the next one begins. */
export interface Shown {
  readonly summary: string;
  readonly content: string;
  readonly encoding: 'utf-8' | 'base64';
  readonly startLine?: number | undefined;
  readonly endLine?: number | undefined;
  /** Given while there is more. */
  readonly next?: Position | undefined;
}
