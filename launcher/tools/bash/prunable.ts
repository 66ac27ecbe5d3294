import type { Prunable } from '../../pruning/prunable.ts';
import type { BashResult } from './result.ts';

/** stdout, or stderr where stdout is empty; the pruned text takes the place of that same stream. */
export function prunableStream(result: BashResult): Prunable<BashResult> {
  const stream = result.stdout === '' ? 'stderr' : 'stdout';
  return { text: result[stream], apply: (pruned) => ({ ...result, [stream]: pruned }) };
}
