import { notice, whereabouts } from '../fit/notice.ts';
import type { PruningMetadata } from './pruning-metadata.ts';

/** Upper bound for the size of a notice. A text that saves less than that would not be shorter with one. */
export const NOTICE = { bytes: 160, tokens: 45 } as const;

/** Min bytes of an output for which the model is told that a question was not applied. Hosts cut such outputs. */
const LARGE_BYTES = 10_240;

/**
 * Returns the line below a text that says where the original is, so that the lines of a gap can be fetched. Line
 * numbers in markers are those of the artifact, plus an offset if the text starts further down in a file. Undefined if
 * there is nothing to say.
 */
export function rawNotice(pruning: PruningMetadata, firstLine = 1): string | undefined {
  return notice(unapplied(pruning), reworded(pruning), whereaboutsOf(pruning, firstLine));
}

/** Explains why a question was not applied to an output that is too long to be shown whole. */
function unapplied({ applied, reason, raw_bytes, error }: PruningMetadata): string | undefined {
  if (applied || raw_bytes <= LARGE_BYTES) return undefined;
  if (reason === 'too_large') return `the question was not applied: ${raw_bytes} bytes are too many for the pruner`;
  return reason === 'pruner_error' ? `the question was not applied: the pruner failed (${error?.code})` : undefined;
}

function reworded({ verbatim }: PruningMetadata): string | undefined {
  return verbatim === false ? 'these are the pruner\u2019s words, not all of them lines of the output' : undefined;
}

function whereaboutsOf(
  { applied, verbatim, artifact_ref, artifact_error, raw_bytes }: PruningMetadata,
  firstLine: number,
): string | undefined {
  if (artifact_ref !== undefined) return whereabouts({ artifact_ref, bytes: raw_bytes }, { firstLine });
  if (artifact_error === undefined) return undefined;
  if (!applied && verbatim === undefined) return 'it could not be kept';
  return 'what was filtered could not be kept: ask without the question to see it';
}
