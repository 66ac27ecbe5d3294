import type { KnownRun } from '../../text/gap-marker.ts';
import type { Lines } from '../../text/lines.ts';
import type { PruneRequest } from '../pruner.ts';
import type { LineScores } from '../score/scorer.ts';
import type { Structure } from '../structure/structure.ts';
import type { AnsweredBy } from './keep-whole.ts';

/** The chosen lines and the reasons. */
export interface Chosen {
  readonly request: PruneRequest;
  readonly by: AnsweredBy;
  readonly lines: Lines;
  /** Undefined if another engine has chosen the lines. */
  readonly structure?: Structure | undefined;
  /** A `Kept` per line. */
  readonly keep: Uint8Array;
  /** Score per line, 0..1. */
  readonly scores: Float32Array;
  /** A `Reason` per line. */
  readonly reasons: Uint8Array;
  /** Score of the whole text, 0..1. */
  readonly score: number;
  /** Last line of the answer. Set if the answer omits lines that the question selects. */
  readonly notice?: string | undefined;
  readonly recall?: LineScores['recall'];
  /** Omitted lines that were given before. */
  readonly known?: readonly KnownRun[] | undefined;
}
