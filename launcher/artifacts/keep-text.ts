import { ArtifactError } from '../../src/artifacts/artifact-error.ts';
import { toArtifactDomain } from '../../src/artifacts/artifact-ref.ts';
import type { ArtifactStore } from '../../src/artifacts/artifact-store.ts';
import type { EventLog } from '../events/event-log.ts';

/** Where the whole of a text is kept, or why it is not. */
export type KeptText =
  | { readonly artifact_ref: string; readonly bytes: number }
  | { readonly artifact_error: 'too_large' | 'failed' };

/** Keeps a tool's text before what is left of it is answered. Never rejects. */
export async function keepText(
  store: Pick<ArtifactStore, 'put'>,
  tool: string,
  text: string,
  log: EventLog,
): Promise<KeptText> {
  const artifact = { domain: toArtifactDomain(tool), mimeType: 'text/plain; charset=utf-8', body: text };
  try {
    const { ref, bytes } = await store.put(artifact);
    log('debug', 'artifact.stored', { tool, artifact: ref, bytes });
    return { artifact_ref: ref, bytes };
  } catch (error) {
    const known = error instanceof ArtifactError;
    log('warn', 'artifact.store_failed', { tool, message: known ? error.message : String(error) });
    return { artifact_error: known && error.code === 'too_large' ? 'too_large' : 'failed' };
  }
}
