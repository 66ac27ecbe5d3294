import type { ByteSource } from './byte-source.ts';

/** A position in a text. */
export interface Position {
  /** Bytes from the start. */
  readonly offset: number;
  /** The line that contains the offset, 1-based. */
  readonly line: number;
  /** True if the line began before the offset. */
  readonly inside: boolean;
}

/** Content of a source: the artifact itself (empty), the value at a path (`v`), or a pruned text (`q`). */
export type SourceKind = '' | 'v' | 'q';

/** Input for making a page. */
export interface Reading {
  readonly source: ByteSource;
  readonly kind: SourceKind;
  /** Id of the artifact that keeps text computed from another one. */
  readonly madeId: string;
  readonly from: Position;
  /** Last line to show; 0: all. */
  readonly lastLine: number;
  /** Shows only matching lines; `''`: all. */
  readonly pattern: string;
  /** Remark about the page. */
  readonly notice?: string | undefined;
}

/** Content of a page, and where the next one begins. */
export interface Excerpt {
  readonly summary: string;
  readonly content: string;
  readonly encoding: 'utf-8' | 'base64';
  readonly startLine?: number | undefined;
  readonly endLine?: number | undefined;
  /** Present if there is more. */
  readonly next?: Position | undefined;
}
