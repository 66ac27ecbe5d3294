import type { LineRange } from './eval-case.ts';

/** A function and its documentation. */
export interface Documented {
  /** The first sentence of its doc comment. */
  readonly question: string;
  /** The text without that comment. */
  readonly without: string;
  /** Line range of the function in that text. */
  readonly lines: LineRange;
}

interface Found {
  /** Line indexes, both inclusive. */
  readonly comment: LineRange;
  readonly code: LineRange;
  readonly words: string;
}

const MIN_WORDS = 6;
const MIN_CHARS = 25;
const MAX_CHARS = 220;
/** Max characters of a comment to search for its first sentence. Searching a very long one would take forever. */
const MAX_SEARCHED = 10 * MAX_CHARS;
/** Min and max lines of a function. */
const SHORTEST = 4;
const LONGEST = 120;

/**
 * Finds the documented functions of a source text: those with a comment before them or, in Python, with a docstring.
 */
export function findDocumented(path: string, text: string): Documented[] {
  const lines = text.split('\n');
  const found = path.endsWith('.py') ? docstrings(lines) : comments(lines);
  return found.flatMap(({ comment: [from, to], code: [first, last], words }) => {
    const question = firstSentence(words);
    const size = last - first + 1;
    if (question.split(' ').length < MIN_WORDS || size < SHORTEST || size > LONGEST) return [];
    const cut = to - from + 1;
    // A docstring is inside the function, a comment before it.
    const start = from > first ? first : first - cut;
    return [
      {
        question,
        // Lazy, because each is a copy of the file and most are never used.
        get without() {
          return [...lines.slice(0, from), ...lines.slice(to + 1)].join('\n');
        },
        lines: [start + 1, last - cut + 1] as const,
      },
    ];
  });
}

// Words, then a name and its parameters. Each line can match in only one way, so that matching stays fast.
const FUNCTION = /^\s*(?:[\w:<>,[\]*&?.()]+\s+)*[\w$~:]+\s*(?:<[^>()]*>)?\s*(?:=\s*(?:async\s*)?)?\(/;
const NO_FUNCTION = /^\s*(?:if|for|while|switch|return|throw|new|else|catch|import|package|using|#)\b/;
const ATTRIBUTE = /^\s*(?:@|#\[|\[)/;

/** Finds functions in braces that follow block or line comments. */
function comments(lines: readonly string[]): Found[] {
  const found: Found[] = [];
  for (let at = 0; at < lines.length; at++) {
    const comment = commentAt(lines, at);
    if (comment === undefined) continue;
    let first = comment.end + 1;
    while (first < lines.length && ATTRIBUTE.test(lines[first] ?? '')) first++;
    const head = lines[first] ?? '';
    if (FUNCTION.test(head) && !NO_FUNCTION.test(head)) {
      const last = endOfBraces(lines, first);
      if (last !== undefined) found.push({ comment: [at, comment.end], code: [first, last], words: comment.words });
    }
    at = comment.end;
  }
  return found;
}

function commentAt(lines: readonly string[], at: number): { readonly end: number; readonly words: string } | undefined {
  const line = (lines[at] ?? '').trimStart();
  let end = at;
  if (line.startsWith('/*')) {
    while (end < lines.length && !lines[end]?.includes('*/')) end++;
    const inner = lines.slice(at, end + 1).map((one) => withoutEnd(one.replace(/^\s*\/?\*+\/?/, '')));
    return { end, words: inner.join('\n') };
  }
  if (!line.startsWith('//')) return undefined;
  while (lines[end + 1]?.trimStart().startsWith('//')) end++;
  return {
    end,
    words: lines
      .slice(at, end + 1)
      .map((one) => one.replace(/^\s*\/\/+!?/, ''))
      .join('\n'),
  };
}

/** Returns the part of a line before the end of a block comment. */
function withoutEnd(line: string): string {
  let end = line.indexOf('*/');
  if (end === -1) return line;
  while (line[end - 1] === '*') end--;
  return line.slice(0, end);
}

/** Returns the line that closes the braces opened at a function's head. */
function endOfBraces(lines: readonly string[], first: number): number | undefined {
  let depth = 0;
  let opened = false;
  for (let at = first; at < Math.min(lines.length, first + LONGEST); at++) {
    for (const [brace] of (lines[at] ?? '').matchAll(/[{}]/g)) depth += brace === '{' ? 1 : -1;
    opened ||= (lines[at] ?? '').includes('{');
    if (opened && depth <= 0) return at;
    if (!opened && /;\s*$/.test(lines[at] ?? '')) return undefined;
  }
  return undefined;
}

const DEF = /^(\s*)(?:async\s+)?def\s/;
const QUOTES = /^\s*[rRuU]?("""|''')/;

/** Finds Python functions that start with a docstring. */
function docstrings(lines: readonly string[]): Found[] {
  const found: Found[] = [];
  for (const [first, line] of lines.entries()) {
    const indent = DEF.exec(line)?.[1]?.length;
    if (indent === undefined) continue;
    let head = first;
    while (head < lines.length && head < first + 30 && !/:\s*(?:#.*)?$/.test(lines[head] ?? '')) head++;
    const from = head + 1;
    const quotes = QUOTES.exec(lines[from] ?? '')?.[1];
    if (quotes === undefined) continue;
    const opening = (lines[from] ?? '').indexOf(quotes) + 3;
    let to = from;
    const closes = (at: number): boolean => (lines[at] ?? '').includes(quotes, at === from ? opening : 0);
    while (to < lines.length && !closes(to)) to++;
    const inner = lines
      .slice(from, to + 1)
      .join('\n')
      .replaceAll(quotes, '')
      .trim();
    found.push({ comment: [from, to], code: [first, endOfIndent(lines, to, indent)], words: inner });
  }
  return found;
}

function endOfIndent(lines: readonly string[], from: number, indent: number): number {
  let last = from;
  for (let at = from + 1; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (line.trim() === '') continue;
    if (line.length - line.trimStart().length <= indent) break;
    last = at;
  }
  return last;
}

function firstSentence(comment: string): string {
  const [described = ''] = comment
    .trim()
    .slice(0, MAX_SEARCHED)
    .split(/\n\s*(?:@|\n|:param|Args:|Parameters\b)/);
  const text = described
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\{@\w+ ([^}]*)\}/g, '$1')
    .trim();
  const sentence = new RegExp(`^.{${MIN_CHARS},${MAX_CHARS}}?[.!?](?=\\s|$)`).exec(text)?.[0];
  return (sentence ?? text.slice(0, MAX_CHARS)).trim();
}
