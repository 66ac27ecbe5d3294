const MAX_LINES = 5;
const PROGRAM = /^\S*(?:rg|grep)(?:\.exe)?: /;
/** Line that ripgrep prints before and after a multiline pattern. */
const RULE = /^~{10,}$/;
/** Group into which ripgrep wraps the pattern since version 14. Error messages show it. */
const OPENING = '(?:';
const INDENT = 4;

/**
 * Returns an engine's reason for a failure, and its position in the pattern. Drops ripgrep's advice on options, which
 * this tool does not have.
 */
export function failureReason(stderr: string, pattern: string): string {
  const [first = '', ...others] = stderr.trim().split('\n');
  const heading = first.replace(PROGRAM, '');
  if (heading === 'regex parse error:') {
    const rule = others.findLastIndex((line) => RULE.test(line));
    const [shown = '', marks = ''] = others;
    const told = paragraph(others.slice(rule < 0 ? 2 : rule + 1)).replace(/^error: /, '');
    if (told !== '') return told + (rule < 0 ? place(shown, marks, pattern) : '');
  }
  return paragraph([heading, ...others]);
}

/** Returns the lines before the first empty one, without duplicates. */
function paragraph(lines: readonly string[]): string {
  const end = lines.indexOf('');
  const told = lines.slice(0, end < 0 ? lines.length : end).map((line) => line.replace(PROGRAM, ''));
  return [...new Set(told)].slice(0, MAX_LINES).join('\n');
}

/** Describes the part of the pattern that the `^^` below it marks; empty if they mark ripgrep's own group. */
function place(shown: string, marks: string, pattern: string): string {
  const found = /\^+/.exec(marks);
  const inGroup = shown.slice(INDENT + OPENING.length).startsWith(pattern);
  const own = shown.slice(INDENT) === pattern ? 0 : OPENING.length;
  // The engine received a translated pattern, so the positions do not apply.
  if (own > 0 && !inGroup) return '';
  const from = (found?.index ?? 0) - INDENT - own;
  const marked = [...pattern].slice(from, from + (found?.[0].length ?? 0)).join('');
  return found === null || from < 0 || marked === '' ? '' : ` at character ${from + 1}: ${JSON.stringify(marked)}`;
}
