import { boundedPieces } from './bounded-pieces.ts';
import type { CountTokens, LoadTokenCounter } from './count-tokens.ts';
import { narrow } from './narrow.ts';

// Without it `<|endoftext|>` in a text throws; with it that is the plain text it is.
const PLAIN_TEXT = { disallowedSpecial: new Set<string>() };

// The library's default of 100,000 merged pieces may hold on to 200 MB when fed random text.
const MERGES_REMEMBERED = 10_000;

let loading: Promise<CountTokens> | undefined;

/**
 * The tokenizer of OpenAI's current models (gpt-tokenizer's o200k_base), the one that all counts here are made with.
 * Its table costs some 135 ms to import, hence loaded on first use, once. Runs of more than `LONGEST_RUN` characters of
 * one class are counted in parts, which keeps the time linear and adds at most one token a cut.
 */
export const loadO200k: LoadTokenCounter = () => {
  loading ??= import('gpt-tokenizer/encoding/o200k_base').then(({ countTokens, setMergeCacheSize }) => {
    setMergeCacheSize(MERGES_REMEMBERED);
    return (text) => {
      let count = 0;
      for (const piece of boundedPieces(text)) count += countTokens(narrow(piece), PLAIN_TEXT);
      return count;
    };
  });
  return loading;
};
