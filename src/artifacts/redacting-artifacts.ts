import type { ArtifactStore } from './artifact-store.ts';
import { redactBody } from './redact-stream.ts';

/**
 * A store in front of another (`ARTIFACT_REDACT=on`): what is put is kept without the secrets in it, `[redacted:<name>]`
 * in their place, by the rules of `redactSecrets`. What `put` answers is of the text kept. The id is that text's too, so
 * that it tells nothing of a secret. Bodies that are no text pass as they are; see `redactBody`.
 */
export function redactingArtifacts(store: ArtifactStore): ArtifactStore {
  return {
    put: (artifact) => store.put({ ...artifact, body: redactBody(artifact.body) }),
    info: (ref) => store.info(ref),
    read: (ref, range) => store.read(ref, range),
    list: (page) => store.list(page),
    remove: (ref) => store.remove(ref),
    usage: () => store.usage(),
  };
}
