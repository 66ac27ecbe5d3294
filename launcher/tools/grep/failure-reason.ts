const MAX_LINES = 5;
const PROGRAM = /^\S*(?:rg|grep)(?:\.exe)?: /;
/** Stands before and behind a pattern of several lines. */
const RULE = /^~{10,}$/;
/** ripgrep compiles, and shows, the pattern in a group since version 14. */
const OPENING = '(?:';
const INDENT = 4;

/**
 * The reason that an engine gives for a failure, and where in the pattern it lies. ripgrep's advice on options is left
 * out: this tool has none of them.
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

/** The lines before the first empty one, each once. */
function paragraph(lines: readonly string[]): string {
  const end = lines.indexOf('');
  const told = lines.slice(0, end < 0 ? lines.length : end).map((line) => line.replace(PROGRAM, ''));
  return [...new Set(told)].slice(0, MAX_LINES).join('\n');
}

/** Says which part of the pattern the `^^` below it marks; empty where they mark ripgrep's own group. */
function place(shown: string, marks: string, pattern: string): string {
  const found = /\^+/.exec(marks);
  const inGroup = shown.slice(INDENT + OPENING.length).startsWith(pattern);
  const own = shown.slice(INDENT) === pattern ? 0 : OPENING.length;
  // It was given a translation.
  if (own > 0 && !inGroup) return '';
  const from = (found?.index ?? 0) - INDENT - own;
  const marked = [...pattern].slice(from, from + (found?.[0].length ?? 0)).join('');
  return found === null || from < 0 || marked === '' ? '' : ` at character ${from + 1}: ${JSON.stringify(marked)}`;
}
