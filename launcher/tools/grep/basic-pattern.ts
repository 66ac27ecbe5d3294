import type { Searched } from './run-engine.ts';

/** Signs that are special without a backslash to us, and with one in a basic regular expression (POSIX, with GNU's). */
const SWAPPED = '[|(){}+?]';
/** A bracket expression, a sign with or without a backslash, and any other escape. */
const PARTS = new RegExp(`\\[\\^?\\]?[^\\]]*\\]|\\\\?${SWAPPED}|\\\\.`, 'gs');
const ESCAPED = new RegExp(`^\\\\${SWAPPED}$`);
const BARE = new RegExp(`^${SWAPPED}$`);

/**
 * Returns the pattern that means to us what `pattern` means to `grep` without `-E`, where `a\|b` is an alternation.
 * Undefined if it contains no such escape.
 */
export function asBasic(pattern: string): string | undefined {
  if (!pattern.match(PARTS)?.some((part) => ESCAPED.test(part))) return undefined;
  return pattern.replaceAll(PARTS, (part) =>
    ESCAPED.test(part) ? part.slice(1) : BARE.test(part) ? `\\${part}` : part,
  );
}

/**
 * Tells how a pattern without matches was read, and what is found if it is read as a basic one. Undefined if that search
 * did not end.
 */
export function readingWarning(pattern: string, basic: string, searched: Searched): string | undefined {
  const read = `${JSON.stringify(pattern)} was read with \\|, \\(, \\+ and the like as plain characters`;
  if (searched.kind === 'timeout' || searched.kind === 'not_started') return undefined;
  if (searched.kind !== 'found') return `${read}; as grep without -E reads it, it is no valid pattern here`;
  const { matches, truncated } = searched.collected;
  const [first] = matches;
  const found = `${truncated ? 'at least ' : ''}${matches.length} ${matches.length === 1 ? 'line' : 'lines'}`;
  const where = first === undefined ? 'no line either' : `${found}, the first at ${first.path}:${first.line}`;
  return `${read}; as grep without -E reads it, ${JSON.stringify(basic)}, it finds ${where}`;
}
