import { checkoutOf } from '../../platform/paths/work-folder.ts';
import { bundledRipgrep } from './bundled-ripgrep.ts';
import { characters, textBefore } from './character-column.ts';
import { parseComplaints } from './complaints.ts';
import type { Search, SearchEngine, SearchEvent } from './engine.ts';
import { withoutTerminator } from './line-terminator.ts';
import { streamLines } from './split-lines.ts';
import { treatsCrlf } from './treats-crlf.ts';
import { withCrlfEnds } from './with-crlf-ends.ts';

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
  return { kind: 'line', isMatch, path: rawBytes(path), line: line_number, column, text, at: before?.length, offset };
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
  args: ({ pattern, fixedString, caseSensitive, contextLines, matchesPerFile, paths, inOrder }: Search) => [
    '--json',
    '--no-config',
    '--no-require-git', // Outside a repository, too, what .gitignore names is skipped,
    // except for a `.gitignore` in a home folder, which often lists everything and says nothing about folders below.
    ...(paths.every((one) => checkoutOf(one) !== undefined) ? [] : ['--no-ignore-parent']),
    ...(inOrder === true ? ['--sort', 'path'] : []),
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
