import { RESPONSE_BYTES } from '../base/response-bytes.ts';
import type { KeptText } from './kept-text.ts';
import { notice, type WhereaboutsOptions, whereabouts } from './notice.ts';

/** Upper bound for the size of a notice. A text that saves less than that would not be shorter with one. */
export const NOTICE = { bytes: 160, tokens: 45 } as const;

/** Facts about pruning that the model is told, as in `PruningMetadata`. */
export interface PruningFacts {
  readonly applied: boolean;
  readonly reason?: string;
  readonly raw_bytes: number;
  readonly verbatim?: false;
  readonly artifact_ref?: string;
  readonly artifact_error?: Extract<KeptText, { readonly artifact_error: string }>['artifact_error'];
  readonly error?: { readonly code: string };
}

/**
 * Returns the line below a text that says where the original is, so that the lines of a gap can be fetched. Line
 * numbers in markers are those of the artifact, plus an offset if the text starts further down in a file. Undefined if
 * there is nothing to say.
 */
export function rawNotice(
  pruning: PruningFacts,
  { firstLine = 1, what }: Pick<WhereaboutsOptions, 'firstLine' | 'what'> = {},
): string | undefined {
  return notice(unapplied(pruning), reworded(pruning), whereaboutsOf(pruning, { firstLine, what }));
}

/**
 * Explains why a question was not applied. Short outputs need no explanation, except those that could not be stored.
 */
function unapplied({ applied, reason, raw_bytes, error }: PruningFacts): string | undefined {
  if (reason === 'not_stored') return 'the question was not applied: what it would leave out could not be stored';
  if (applied || raw_bytes <= RESPONSE_BYTES) return undefined;
  if (reason === 'too_large') return `the question was not applied: ${raw_bytes} bytes are too many for the pruner`;
  return reason === 'pruner_error' ? `the question was not applied: the pruner failed (${error?.code})` : undefined;
}

function reworded({ verbatim }: PruningFacts): string | undefined {
  return verbatim === false ? 'these are the pruner\u2019s words, not all of them lines of the output' : undefined;
}

function whereaboutsOf(
  { applied, reason, verbatim, artifact_ref, artifact_error, raw_bytes }: PruningFacts,
  options: WhereaboutsOptions,
): string | undefined {
  if (artifact_ref !== undefined) return whereabouts({ artifact_ref, bytes: raw_bytes }, options);
  if (artifact_error === undefined || reason === 'not_stored') return undefined;
  if (!applied && verbatim === undefined) return 'it could not be kept';
  return 'what was filtered could not be kept: ask without the question to see it';
}
