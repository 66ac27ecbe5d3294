import { readFileSync } from 'node:fs';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

/**
 * Compresses recorded data, each value as one line of JSON. The same values give the same bytes: brotli stores neither a
 * time nor a name.
 */
export function packLines(values: readonly unknown[]): Uint8Array {
  const lines = Buffer.from(values.map((value) => `${JSON.stringify(value)}\n`).join(''));
  return brotliCompressSync(lines, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: lines.length,
    },
  });
}

/** Returns the values that `packLines` compressed. */
export function unpackLines<T>(packed: Uint8Array): readonly T[] {
  const lines = textOf(packed).split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as T);
}

function textOf(packed: Uint8Array): string {
  return brotliDecompressSync(packed).toString('utf8');
}

/** `node test/bench/packed-lines.ts FILE`: prints the lines, so that git can show what changed in them. */
if (import.meta.main) process.stdout.write(textOf(readFileSync(process.argv[2] as string)));
