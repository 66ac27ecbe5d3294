import { eachName } from '../../text/words.ts';

/** Max terms of a query. */
const MAX_TERMS = 40;
/** Stop words: ignored unless the query has nothing else. */
const COMMON = new Set(
  'a an and are as at be by did do does for from had has have how in is it of on or that the this to was we were what when where which who why will with'.split(
    ' ',
  ),
);

interface Asked {
  readonly terms: readonly string[];
  /** Lower case, as they appear in a text. */
  readonly words: readonly string[];
}

const QUERY = /"([^"]*)"|(\S+)/g;

/**
 * Converts a query to FTS5 strings: its words, `"phrases"` and `prefix*`es, and the words inside its names. Empty for a
 * query without a word. User input never becomes FTS5 syntax.
 */
export const toTerms = (query: string): readonly string[] => read(query).terms;

/** Returns the phrases and words of a query that a preview looks for, in lower case, longest first. */
export const wordsOf = (query: string): readonly string[] => [...read(query).words].sort((a, b) => b.length - a.length);

function read(query: string): Asked {
  const terms = new Set<string>();
  const words = new Set<string>();
  const common: string[] = [];
  for (const [, phrase, bare = ''] of query.normalize('NFC').matchAll(QUERY)) {
    if (terms.size >= MAX_TERMS) break;
    const said = (phrase ?? bare).replaceAll(/[\p{Cc}"]/gu, ' ').trim();
    if (!/[\p{L}\p{N}]/u.test(said)) continue;
    if (phrase !== undefined) {
      terms.add(`"${said}"`);
      words.add(said.toLowerCase());
      continue;
    }
    const isPrefix = said.endsWith('*');
    const word = said.replaceAll('*', ' ').trim();
    if (COMMON.has(word.toLowerCase())) {
      common.push(`"${word}"`);
      continue;
    }
    terms.add(isPrefix ? `"${word}"*` : `"${word}"`);
    words.add(word.toLowerCase());
    eachName(word, 0, word.length, (from, _to, ends, count) => {
      let start = from;
      for (let i = 0; count > 1 && i < count; i++) {
        const part = word.slice(start, ends[i] as number).replace(/^[_$]+/, '');
        start = ends[i] as number;
        if (part.length < 2) continue;
        terms.add(`"${part}"`);
        words.add(part.toLowerCase());
      }
    });
  }
  return { terms: terms.size > 0 ? [...terms] : common, words: [...words] };
}
