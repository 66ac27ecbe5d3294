import { detached } from './detached.ts';

/** Max UTF-16 units to scan, from the end, and max names to return. */
const MAX_CHARS = 8000;
const MAX_NAMES = 64;

const BACKTICKED = /`([^`\n]{2,80})`/g;
const QUOTED = /(?<![\w])(?:"([^"\n]{3,80})"|'([^'\n]{3,80})')(?!\w)/g;
/** A path, a name with parts, or a word. */
const WORD = /[\w$@./~:-]+(?:\(\))?/g;
const LETTER_OR_NUMBER = /[A-Za-z_$]|^\d+$/;
/** `retryDelay`, `retry_delay`, `utf8`, `Store.get`, `a::b`, `src/a.ts`, `HTTP_PORT`, `close()`, `404`. */
const CODE = /[a-z][A-Z]|[A-Z]{2}[a-z]|_\w|\w_|[A-Za-z]\d|\w(?:::|[.:/])\w|\(\)$|^\d{3,}$|^[A-Z][A-Z\d]{2,}$/;

/**
 * Returns the identifiers, paths, numbers and quoted strings in a text by a person or an agent, newest first, each once.
 * Words of plain language are left out.
 */
export function spokenNames(text: string): readonly string[] {
  const scanned = text.slice(-MAX_CHARS);
  const found: (readonly [at: number, name: string])[] = [];
  for (const { 1: name = '', index } of scanned.matchAll(BACKTICKED)) found.push([index, name]);
  for (const { 1: double, 2: single, index } of scanned.matchAll(QUOTED)) found.push([index, double ?? single ?? '']);
  for (const { 0: word, index } of scanned.matchAll(WORD)) {
    const name = word.replace(/[.:/-]+$/, '');
    if (LETTER_OR_NUMBER.test(name) && CODE.test(name)) found.push([index, name]);
  }
  const names = found.sort(([a], [b]) => b - a).map(([, name]) => name.replace(/\(\)$/, '').trim());
  return [...new Set(names)]
    .filter((name) => name.length > 1)
    .slice(0, MAX_NAMES)
    .map(detached);
}
