import { columnOfByte, columnOfRawByte } from './character-column.ts';
import type { Search, SearchEngine, SearchEvent } from './engine.ts';
import { withoutTerminator } from './line-terminator.ts';
import { splitLines } from './split-lines.ts';

/** A record that is larger is skipped: a line of minified code comes with a submatch for each of its matches. */
const RECORD_BYTES = 32 * 1024 * 1024;

/** Text, or base64 of what is not UTF-8. */
type Bytes = { readonly text: string } | { readonly bytes: string };

interface LineData {
  readonly path: Bytes;
  readonly lines: Bytes;
  readonly line_number: number;
  readonly submatches: readonly { readonly start: number }[];
}

/** Those of `rg --json`'s messages that matter here: the crate `grep-printer`, module `json`. */
type Message =
  | { readonly type: 'match' | 'context'; readonly data: LineData }
  | { readonly type: 'end'; readonly data: { readonly path: Bytes; readonly binary_offset: number | null } }
  | { readonly type: 'begin' | 'summary' };

const rawBytes = (field: Bytes): Buffer =>
  'text' in field ? Buffer.from(field.text) : Buffer.from(field.bytes, 'base64');

function toLine(isMatch: boolean, { path, lines, line_number, submatches }: LineData): SearchEvent {
  const start = submatches[0]?.start;
  const raw = 'text' in lines ? undefined : rawBytes(lines);
  const line = 'text' in lines ? lines.text : (raw?.toString() ?? '');
  const column =
    start === undefined ? null : raw === undefined ? columnOfByte(line, start) : columnOfRawByte(raw, start);
  return { kind: 'line', isMatch, path: rawBytes(path), line: line_number, column, text: withoutTerminator(line) };
}

function toEvent(record: string): SearchEvent | undefined {
  const message = JSON.parse(record) as Message;
  switch (message.type) {
    case 'match':
    case 'context':
      return toLine(message.type === 'match', message.data);
    case 'end':
      return message.data.binary_offset === null ? undefined : { kind: 'binary', path: rawBytes(message.data.path) };
    case 'summary':
      return { kind: 'finished' };
    default:
      return undefined;
  }
}

export const ripgrep: SearchEngine = {
  name: 'rg',
  args: ({ pattern, fixedString, caseSensitive, contextLines, matchesPerFile, paths }: Search) => [
    '--json',
    '--no-config',
    ...(fixedString ? ['-F'] : []),
    ...(caseSensitive ? [] : ['-i']),
    ...(contextLines > 0 ? ['-C', String(contextLines)] : []),
    '-m', // It holds all of a file's records until the file is done.
    String(matchesPerFile),
    '-e', // A pattern may begin with a dash.
    pattern,
    '--',
    ...paths,
  ],
  env: () => ({}),
  parser: (_search, emit) =>
    splitLines(
      RECORD_BYTES,
      (line) => {
        try {
          const event = toEvent(line.toString());
          if (event !== undefined) emit(event);
        } catch {
          emit({ kind: 'skipped' }); // Whatever is called "rg" here, it wrote something else than its records.
        }
      },
      () => emit({ kind: 'skipped' }),
    ),
  // A pattern that does not compile ends it before it searches; only a search that ran has a summary.
  onlyUnreadable: (_stderr, finished) => finished,
};
