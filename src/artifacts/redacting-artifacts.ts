import type { ArtifactStore } from './artifact-store.ts';
import { redactBody } from './redact-stream.ts';

/**
 * Wraps a store (`ARTIFACT_REDACT=on`) so that bodies are stored with `[redacted:<name>]` in place of secrets, by the
 * rules of `redactSecrets`. The result of `put`, and the id, are those of the redacted text, so the id reveals nothing
 * about a secret. Binary bodies pass unchanged; see `redactBody`.
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
