import { boundedChunks } from './bounded-chunks.ts';
import type { CountTokens, LoadTokenCounter } from './count-tokens.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Returns an equal text that is stored in one byte per character if it is all ASCII. A substring of a text with a
 * single wide character is stored in two, and the splitter takes twice as long on it.
 */
export function narrow(text: string): string {
  const bytes = encoder.encode(text);
  return bytes.length === text.length ? decoder.decode(bytes) : text;
}

// By default `<|endoftext|>` in a text throws. This treats it as the plain text it is.
const PLAIN_TEXT = { disallowedSpecial: new Set<string>() };

// The library's default of 100,000 cached merges may hold 200 MB on random text.
const MERGES_REMEMBERED = 10_000;

let loading: Promise<CountTokens> | undefined;

/**
 * Loads the tokenizer of OpenAI's current models (gpt-tokenizer's o200k_base), used for all counts here. Importing
 * its table takes some 135 ms, so it is loaded lazily, once. Runs of more than `LONGEST_RUN` characters of one class
 * are counted in parts. This keeps the time linear and adds at most one token per cut.
 */
export const loadO200k: LoadTokenCounter = () => {
  loading ??= import('gpt-tokenizer/encoding/o200k_base').then(({ countTokens, setMergeCacheSize }) => {
    setMergeCacheSize(MERGES_REMEMBERED);
    return (text) => {
      let count = 0;
      for (const chunk of boundedChunks(text)) count += countTokens(narrow(chunk), PLAIN_TEXT);
      return count;
    };
  });
  return loading;
};
