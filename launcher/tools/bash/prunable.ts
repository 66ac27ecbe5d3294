import type { Prunable } from '../prunable.ts';
import type { BashResult } from './result.ts';

/** Makes stdout prunable, or stderr if stdout is empty. The pruned text replaces that stream. */
export function prunableStream(result: BashResult): Prunable<BashResult> {
  const stream = result.stdout === '' ? 'stderr' : 'stdout';
  return { text: result[stream], apply: (pruned) => ({ ...result, [stream]: pruned }) };
}
