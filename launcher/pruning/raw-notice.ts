import type { PruningMetadata } from './metadata.ts';

/** What a notice takes, from above: a text that saves no more than that would be no shorter with one. */
export const NOTICE = { bytes: 160, tokens: 45 } as const;

/** Bytes of an output from which on the model is told of a question that was not applied: hosts cut such outputs. */
const LARGE_BYTES = 10_240;

/**
 * The line behind a text that says where all of it is, so that a gap's lines can be had back: the numbers in its markers
 * are those of the artifact's lines, but for an offset where the text began further down in a file. Undefined where
 * there is nothing to say.
 */
export function rawNotice(pruning: PruningMetadata, firstLine = 1): string | undefined {
  const parts = [unapplied(pruning), reworded(pruning), whereabouts(pruning, firstLine)];
  const told = parts.filter((part) => part !== undefined);
  return told.length === 0 ? undefined : `[${told.join('; ')}]`;
}

/** Why a question was not applied to an output that is too long to be read whole. */
function unapplied({ applied, reason, raw_bytes, error }: PruningMetadata): string | undefined {
  if (applied || raw_bytes <= LARGE_BYTES) return undefined;
  if (reason === 'too_large') return `the question was not applied: ${raw_bytes} bytes are too many for the pruner`;
  return reason === 'pruner_error' ? `the question was not applied: the pruner failed (${error?.code})` : undefined;
}

function reworded({ verbatim }: PruningMetadata): string | undefined {
  return verbatim === false ? 'these are the pruner\u2019s words, not all of them lines of the output' : undefined;
}

function whereabouts(
  { applied, verbatim, artifact_ref, artifact_error }: PruningMetadata,
  firstLine: number,
): string | undefined {
  if (artifact_ref !== undefined) {
    const offset = firstLine === 1 ? '' : ` (its line 1 is line ${firstLine})`;
    return `all of it: artifact ref="${artifact_ref}"${offset}`;
  }
  if (artifact_error === undefined) return undefined;
  if (!applied && verbatim === undefined) return 'it could not be kept';
  return 'what was filtered could not be kept: ask without the question to see it';
}
