import type { Severity } from './severity.ts';

/** A list item as a response shows it. */
export interface ResponseItem {
  readonly id: string;
  /** At most 50 UTF-16 units. */
  readonly label: string;
  readonly severity?: Severity;
}

/** Content of a response; `wrapResponse` adds `artifactRef` and related fields. */
export interface ResponseContract {
  /** A line of at most 100 characters. */
  readonly summary: string;
  readonly success: boolean;
  readonly count?: number;
  /** At most 10. */
  readonly items?: readonly ResponseItem[];
  readonly artifactRef?: string;
  readonly hasMore?: boolean;
  readonly nextCursor?: string;
}

/** Max UTF-16 units of a label. */
export const LABEL_CHARS = 50;
