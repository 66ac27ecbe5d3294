import { writeSync } from 'node:fs';
import { BLOCK_BYTES } from '../../../src/artifacts/artifact-blocks.ts';
import { openStore, type StoreKind } from './open-store.ts';
import { seeded } from './seeded.ts';

/**
 * `putting.ts files|sqlite FOLDER SEED MAX_BYTES`: puts artifacts of all sizes until it is killed. Prints a line for
 * each step: `piece` when the store asks for a piece of a body, and `put <ref>` when an artifact is stored.
 */
const [kind, folder = '', seed, maxBytes] = process.argv.slice(2);
const random = seeded(Number(seed));
const say = (line: string): void => void writeSync(1, `${line}\n`);

function* body(): Generator<Uint8Array> {
  const size = Math.floor(random() ** 3 * BLOCK_BYTES * 6);
  for (let at = 0; at <= size; at += BLOCK_BYTES / 2) {
    say('piece');
    const words = Uint32Array.from({ length: BLOCK_BYTES / 8 }, () => random() * 2 ** 32);
    yield new Uint8Array(words.buffer).subarray(0, size - at);
  }
}

const { store } = await openStore(kind as StoreKind, folder, Number(maxBytes));
for (;;) {
  const { ref } = await store.put({ domain: 'test', mimeType: 'a/b', body: body() });
  say(`put ${ref}`);
}
