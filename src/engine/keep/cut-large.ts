import { type Runs, toRuns } from '../structure/blocks.ts';

/** Cuts records above `maxTokens` into single lines, so that part of a record can be kept if the whole cannot. */
export function cutLarge(records: Runs, tokens: Int32Array, maxTokens: number): Runs {
  const cuts = new Uint8Array(tokens.length + 1);
  let large = false;
  for (let r = 0; r < records.count; r++) {
    const from = records.starts[r] as number;
    const to = records.starts[r + 1] as number;
    cuts[from] = 1;
    let sum = 0;
    for (let i = from; i < to; i++) sum += tokens[i] as number;
    if (sum <= maxTokens || to - from === 1) continue;
    large = true;
    cuts.fill(1, from, to);
  }
  return large ? toRuns(cuts, tokens.length) : records;
}
