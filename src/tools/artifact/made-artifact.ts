import { ArtifactError } from '../../artifacts/artifact-error.ts';
import type { ArtifactCall } from './artifact-call.ts';
import { ArtifactToolError } from './artifact-tool-error.ts';
import { type ByteSource, storedSource } from './byte-source.ts';
import { findLine } from './find-line.ts';
import type { Reading } from './reading.ts';

/** Domain of texts that are kept while they are paged through. */
const MADE_DOMAIN = 'selection';
/** Placeholder for the id of a text that is not stored yet. */
export const MADE_LATER: string = '0'.repeat(32);

/**
 * Stores text computed for a call, so that all its pages show the same text and nothing is computed twice. Throws an
 * `ArtifactToolError` (`TOO_LARGE`) if the store refuses it.
 */
export async function keepMade({ store, info, signal }: ArtifactCall, reading: Reading): Promise<Reading> {
  const body = await reading.source.read(0, reading.source.bytes);
  try {
    const made = await store.put({ domain: MADE_DOMAIN, mimeType: 'text/plain', body });
    const source = storedSource(store, made, () => cursorExpired(info.ref));
    // A redacting store may have changed the text.
    const from = made.bytes === body.length ? reading.from : await findLine(source, reading.from.line, signal);
    return { ...reading, madeId: made.id, source, from };
  } catch (error) {
    if (!(error instanceof ArtifactError)) throw error;
    throw new ArtifactToolError(
      'TOO_LARGE',
      'cannot page through the selection: it does not fit on a page and could not be stored; select less',
    );
  }
}

/** Opens text stored by `keepMade`. Throws an `ArtifactToolError` (`CURSOR_EXPIRED`). */
export async function openMade({ store, info }: ArtifactCall, id: string): Promise<ByteSource> {
  const made = await store.info({ domain: MADE_DOMAIN, id });
  if (made === undefined) throw cursorExpired(info.ref);
  return storedSource(store, made, () => cursorExpired(info.ref));
}

function cursorExpired(ref: string): ArtifactToolError {
  return new ArtifactToolError(
    'CURSOR_EXPIRED',
    `cannot continue "${ref}": the selection is no longer stored; call again without cursor`,
  );
}
