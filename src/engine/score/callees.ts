import { eachName } from '../../text/words.ts';
import type { Runs } from '../structure/blocks.ts';
import type { Document } from './scorer.ts';

const NEARLY_BEST = 0.6;
const MAX_LINES = 60;

/**
 * Scores blocks that define a name used on one of the best lines: that line's score relative to the best, at most 1.
 * Skips names with several definitions, and uses within the defining block.
 */
export function calleeScores(document: Document, blocks: Runs, scores: Float32Array): Float32Array {
  const out = new Float32Array(blocks.count);
  const { text, starts, ends } = document.lines;
  const definedAt = new Map<string, number>();
  for (const [line, name] of document.shape.names) {
    const word = text.slice(name.from, Math.min(name.to, name.from + 64));
    if (word.length > 3) definedAt.set(word, definedAt.has(word) ? -1 : line);
  }
  if (definedAt.size === 0) return out;
  let max = 0;
  for (let i = 0; i < scores.length; i++) max = Math.max(max, scores[i] as number);
  let looked = 0;
  for (let i = 0; i < scores.length && looked < MAX_LINES; i++) {
    if ((scores[i] as number) < NEARLY_BEST * max) continue;
    looked++;
    const own = blocks.of[i] as number;
    eachName(text, starts[i] as number, ends[i] as number, (from, to) => {
      if (to - from < 4 || to - from > 64) return;
      const line = definedAt.get(text.slice(from, to)) ?? -1;
      if (line < 0 || blocks.of[line] === own) return;
      const b = blocks.of[line] as number;
      out[b] = Math.max(out[b] as number, (scores[i] as number) / max);
    });
  }
  return out;
}
