import type { PruningMetadata } from './metadata.ts';

/** What a notice takes: below it, a pruned text with one would be no shorter than the raw one. */
const NOTICE_BYTES = 100;

/**
 * The line behind a pruned text that says where the raw one is, so that a gap's lines can be had back: the numbers in
 * its markers are those of the artifact's lines, but for an offset where the text began further down in a file.
 * Undefined where there is nothing to say, or no room for it.
 */
export function rawNotice(pruning: PruningMetadata, firstLine = 1): string | undefined {
  const { applied, raw_bytes, pruned_bytes = 0, artifact_ref, artifact_error } = pruning;
  if (!applied || raw_bytes - pruned_bytes <= NOTICE_BYTES) return undefined;
  if (artifact_ref !== undefined) {
    const offset = firstLine === 1 ? '' : ` (its line 1 is line ${firstLine})`;
    return `[all of it: artifact ref="${artifact_ref}"${offset}]`;
  }
  if (artifact_error === undefined) return undefined;
  return '[what was filtered could not be kept: ask without the question to see it]';
}
