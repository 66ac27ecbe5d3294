import type { Lines } from '../../text/lines.ts';
import { eachName } from '../../text/words.ts';
import { readQuestion } from '../score/question/question.ts';
import { Reason } from '../score/scorer.ts';
import { Kept } from './select.ts';

/** UTF-16 units at each end of a chunk. A question word within them calls for the neighboring chunk. */
const EDGE = 40;

/**
 * Adds a chunk if a question word stands at the adjacent end of its neighbor, because the answer may continue there.
 * `keep` holds a `Kept` per chunk, `reasons` a `Reason`. Returns undefined for a text without long lines.
 */
export function widenCuts(
  { chunks, text, starts, ends, count }: Lines,
  keep: Uint8Array,
  reasons: Uint8Array,
  question: string,
): Uint8Array | undefined {
  if (chunks === undefined) return undefined;
  const asked = readQuestion(question);
  const isAsked = (from: number, to: number): boolean => {
    let found = false;
    eachName(text, from, to, (start, end) => {
      found ||= end - start <= 64 && asked.match(text.slice(start, end).toLowerCase()) !== undefined;
    });
    return found;
  };
  const wider = keep.slice();
  for (let i = 0; i < count; i++) {
    if (keep[i] !== Kept.chosen || (reasons[i] !== Reason.match && reasons[i] !== Reason.definition)) continue;
    const from = starts[i] as number;
    const to = ends[i] as number;
    const isBeside = (k: number): boolean => chunks.lineOf[k] === chunks.lineOf[i] && keep[k] === Kept.no;
    if (i > 0 && isBeside(i - 1) && isAsked(from, Math.min(to, from + EDGE))) wider[i - 1] = Kept.gap;
    if (i + 1 < count && isBeside(i + 1) && isAsked(Math.max(from, to - EDGE), to)) wider[i + 1] = Kept.gap;
  }
  return wider;
}
