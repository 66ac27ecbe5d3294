import { eachName } from '../../pruning/words.ts';

/** Words that are added to what is indexed of a chunk. */
const MOST = 20_000;

/** The words inside the names of a text, each once: `parseHttpRequest` has `parse`, `Http` and `Request`. */
export function nameParts(text: string): string {
  const parts = new Set<string>();
  eachName(text, 0, text.length, (from, _to, ends, words) => {
    if (words < 2 || parts.size >= MOST) return;
    let start = from;
    for (let i = 0; i < words; i++) {
      const end = ends[i] as number;
      const word = text.slice(start, end).replace(/^[_$]+/, '');
      if (word.length > 1) parts.add(word.toLowerCase());
      start = end;
    }
  });
  return [...parts].join(' ');
}
