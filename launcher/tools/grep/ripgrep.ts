import { checkoutOf } from '../../platform/paths/work-folder.ts';
import { bundledRipgrep } from './bundled-ripgrep.ts';
import { characters, textBefore } from './character-column.ts';
import { parseComplaints } from './complaints.ts';
import type { Search, SearchEngine, SearchEvent } from './engine.ts';
import { withoutTerminator } from './line-terminator.ts';
import { streamLines } from './split-lines.ts';

/** Class escapes that may include the carriage return, which must be excluded. */
const CLASS = /^\\(?:[sDW]|[pP]\{[^}]*\}|[pP][A-Z])/;

/**
 * Rewrites a ripgrep pattern so that `\r\n` also ends a line: `$` matches before `\r`, and no class contains it. `rg
 * --crlf` is not used, because before version 14 it loops forever on some files with a lone `\r`.
 */
export function withCrlfEnds(pattern: string): string {
  let out = '';
  for (let at = 0; at < pattern.length; ) {
    const c = pattern[at] as string;
    if (c === '\\') {
      const known = CLASS.exec(pattern.slice(at, at + 40))?.[0];
      out += known === undefined ? pattern.slice(at, at + 2) : `[${known}--\r]`;
      at += known?.length ?? 2;
    } else if (c === '[') {
      const end = bracketsEnd(pattern, at);
      out += `[${pattern.slice(at, end)}--\r]`;
      at = end;
    } else {
      out += c === '$' ? '(?:\r?$)' : c === '.' ? '[^\r\n]' : c;
      at++;
    }
  }
  return out;
}

/** Returns the offset after a bracket class, which may contain others. */
function bracketsEnd(pattern: string, from: number): number {
  let depth = 0;
  for (let at = from; at < pattern.length; at++) {
    const c = pattern[at];
    if (c === '\\') at++;
    else if (c === ']' && --depth === 0) return at + 1;
    else if (c === '[') {
      depth++;
      if (pattern[at + 1] === '^') at++;
      // A `]` in first position is a literal.
      if (pattern[at + 1] === ']') at++;
    }
  }
  return pattern.length;
}

const CARRIAGE_RETURN = /\r|\\r|\\x0d|\\x\{0*d\}|\\u000d|\\u\{0*d\}|\\U0000000d/i;

/**
 * True if `\r\n` should end a line like `\n`. This is the case if the pattern uses `$` and does not name the carriage
 * return itself, as a search for CRLF files would. Otherwise `\r` is an ordinary character.
 */
export function treatsCrlf(pattern: string, fixedString: boolean): boolean {
  if (fixedString) return false;
  const withoutEscaped = pattern.replaceAll('\\\\', '').replaceAll('\\$', '');
  return withoutEscaped.includes('$') && !CARRIAGE_RETURN.test(withoutEscaped);
}

/**
 * Larger records are skipped. They can get huge, because a minified line comes with a submatch for each of its matches.
 */
const RECORD_BYTES = 32 * 1024 * 1024;

/** A text, or base64 if it is not UTF-8. */
type Bytes = { readonly text: string } | { readonly bytes: string };

interface LineData {
  readonly path: Bytes;
  readonly lines: Bytes;
  readonly line_number: number;
  readonly absolute_offset: number;
  readonly submatches: readonly { readonly start: number }[];
}

/** The messages of `rg --json` that matter here, as defined by the module `json` of the crate `grep-printer`. */
type Message =
  | { readonly type: 'match' | 'context'; readonly data: LineData }
  | { readonly type: 'end'; readonly data: { readonly path: Bytes; readonly binary_offset: number | null } }
  | { readonly type: 'begin' | 'summary' };

const rawBytes = (field: Bytes): Buffer =>
  'text' in field ? Buffer.from(field.text) : Buffer.from(field.bytes, 'base64');

function toLine(
  isMatch: boolean,
  { path, lines, line_number, absolute_offset: offset, submatches }: LineData,
): SearchEvent {
  const start = submatches[0]?.start;
  const raw = 'text' in lines ? undefined : rawBytes(lines);
  const line = 'text' in lines ? lines.text : (raw?.toString() ?? '');
  const before = start === undefined ? undefined : textBefore(line, raw, start);
  const column = before === undefined ? null : characters(before) + 1;
  const text = withoutTerminator(line);
  const place = { line: line_number, column, at: before?.length, offset };
  return { kind: 'line', isMatch, path: rawBytes(path), ...place, text, raw: raw && { bytes: raw, start } };
}

function toEvent(record: string): SearchEvent | undefined {
  const message = JSON.parse(record) as Message;
  switch (message.type) {
    case 'match':
    case 'context':
      return toLine(message.type === 'match', message.data);
    case 'end': {
      const { path, binary_offset: offset } = message.data;
      return offset === null ? undefined : { kind: 'binary', path: rawBytes(path), offset };
    }
    case 'summary':
      return { kind: 'finished' };
    default:
      return undefined;
  }
}

/** Returns the path in a record that is cut off after its start. */
function pathIn(head: Buffer): Buffer | undefined {
  const found = /^\{"type":"match","data":\{"path":(\{"(?:text|bytes)":"(?:[^"\\]|\\.)*"\})/.exec(head.toString());
  return found?.[1] === undefined ? undefined : rawBytes(JSON.parse(found[1]) as Bytes);
}

const ownPattern = (pattern: string, fixedString: boolean): string =>
  treatsCrlf(pattern, fixedString) ? withCrlfEnds(pattern) : pattern;

export const ripgrep: SearchEngine = {
  name: 'rg',
  args: ({ pattern, fixedString, caseSensitive, contextLines, matchesPerFile, paths, inOrder, encoding }: Search) => [
    '--json',
    '--no-config',
    '--no-require-git', // Outside a repository, too, what .gitignore names is skipped,
    // except for a `.gitignore` in a home folder, which often lists everything and says nothing about folders below.
    ...(paths.every((one) => checkoutOf(one) !== undefined) ? [] : ['--no-ignore-parent']),
    ...(inOrder === true ? ['--sort', 'path'] : []),
    ...(encoding === undefined ? [] : ['--encoding', encoding]),
    ...(fixedString ? ['-F'] : []),
    ...(caseSensitive ? [] : ['-i']),
    ...(contextLines > 0 ? ['-C', String(contextLines)] : []),
    '-m', // It holds all of a file's records until the file is done.
    String(matchesPerFile),
    '-e', // A pattern may start with a dash.
    ownPattern(pattern, fixedString),
    '--',
    // ripgrep sorts only within each path.
    ...[...paths].sort(),
  ],
  offsetArgs: ({ pattern, fixedString, caseSensitive }, path) => [
    ...['--no-config', '--color=never', '--no-heading', '-o', '-b', '-n', '-H', '--null'],
    ...(fixedString ? ['-F'] : []),
    ...(caseSensitive ? [] : ['-i']),
    ...['-e', ownPattern(pattern, fixedString), '--', path],
  ],
  elsewhere: bundledRipgrep,
  env: () => ({}),
  parser: (_search, emit) =>
    streamLines(
      RECORD_BYTES,
      (line) => {
        try {
          const event = toEvent(line.toString());
          if (event !== undefined) emit(event);
        } catch {
          emit({ kind: 'skipped' }); // Whatever is called "rg" here, it wrote something else than its records.
        }
      },
      (head) => emit({ kind: 'skipped', path: pathIn(head) }),
    ),
  complaintParser: parseComplaints,
  // An invalid pattern ends ripgrep before it searches. Only a search that ran prints a summary.
  onlyUnreadable: (_stderr, finished) => finished,
};
