import { eachName } from '../../text/words.ts';

/** Max words added to the indexed text of a chunk. */
const MAX = 20_000;

/** Returns the words inside a text's names, each once: `parseHttpRequest` has `parse`, `Http` and `Request`. */
export function nameParts(text: string): string {
  const parts = new Set<string>();
  eachName(text, 0, text.length, (from, _to, ends, words) => {
    if (words < 2 || parts.size >= MAX) return;
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
