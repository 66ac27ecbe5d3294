import { createFileArtifactStore } from '../../../launcher/platform/artifacts/file-artifact-store.ts';
import { ArtifactError } from '../../../src/artifacts/artifact-error.ts';

/** `put-once.ts FOLDER BYTES`: puts an artifact of BYTES bytes that do not compress, and prints the outcome as JSON. */
const [folder = '', bytes] = process.argv.slice(2);
const store = createFileArtifactStore({ folder });
const held = (await store.list())?.artifacts[0];
const body = new Uint8Array(Number(bytes));
for (let at = 0; at < body.length; at += 65_536) crypto.getRandomValues(body.subarray(at, at + 65_536));
const outcome = await store.put({ domain: 'test', mimeType: 'a/b', body }).then(
  () => ({ stored: true }),
  (error: unknown) => (error instanceof ArtifactError ? { code: error.code, message: error.message } : String(error)),
);
const read = held === undefined ? undefined : (await store.read(held))?.length;
process.stdout.write(JSON.stringify({ outcome, read, artifacts: (await store.usage()).artifacts }));
