import { PassThrough } from 'node:stream';
import type { ArtifactBody } from '../../../src/artifacts/artifact-blocks.ts';
import type { ArtifactInfo } from '../../../src/artifacts/artifact-store.ts';

export interface SpoolOptions {
  /** Bytes that are held in memory before anything is stored. */
  readonly held: number;
  /** Max bytes to store. The rest is dropped. */
  readonly max: number;
  /** Words that must never reach the store, each with its replacement. */
  readonly replaced: readonly (readonly [word: string, by: string])[];
}

/** Streams output to a store as it arrives, once there is more than `held` bytes. */
export function spoolOutput(store: (body: ArtifactBody) => Promise<ArtifactInfo>, options: SpoolOptions) {
  const { held, max, replaced } = options;
  const body = new PassThrough();
  // The store gets the error itself if it is already reading.
  body.on('error', () => {});
  let storing: Promise<ArtifactInfo> | undefined;
  let total = 0;
  const start = (): Promise<ArtifactInfo> => {
    storing ??= store(replaced.length === 0 ? body : replace(body, replaced));
    // The caller that awaits the end reports a fault.
    storing.catch(() => {});
    return storing;
  };
  return {
    push(chunk: Uint8Array): void {
      if (total < max) body.write(chunk.subarray(0, max - total));
      total += chunk.length;
      if (total > held) void start();
    },
    /** Ends the output and stores it. `isPart` is true if it was more than `max` bytes, so that only a part is stored. */
    finish(): { readonly storing: Promise<ArtifactInfo>; readonly isPart: boolean } {
      body.end();
      return { storing: start(), isPart: total > max };
    },
    /** Discards the output received so far. */
    drop: (): void => void body.destroy(storing && new Error('the output is not kept')),
  };
}

/**
 * Replaces words, even if a word is split between two chunks. Decodes bytes as Latin-1, so that no other byte changes.
 */
async function* replace(body: AsyncIterable<Buffer>, replaced: SpoolOptions['replaced']): AsyncGenerator<Buffer> {
  const pairs = replaced.map(([word, by]) => [Buffer.from(word).toString('latin1'), by] as const);
  const longest = Math.max(...pairs.map(([word]) => word.length));
  let waiting = '';
  for await (const chunk of body) {
    waiting = pairs.reduce((text, [word, by]) => text.replaceAll(word, by), waiting + chunk.toString('latin1'));
    const cut = Math.max(0, waiting.length - longest + 1);
    yield Buffer.from(waiting.slice(0, cut), 'latin1');
    waiting = waiting.slice(cut);
  }
  yield Buffer.from(waiting, 'latin1');
}
