import { offsetOfText } from './character-column.ts';
import { parseComplaints } from './complaints.ts';
import type { Command, Search, SearchEngine } from './engine.ts';
import { filesInOrder } from './files-in-order.ts';
import { searchOddNames } from './odd-names.ts';
import { oneAhead } from './one-ahead.ts';
import { parseRecords } from './system-grep-records.ts';
import { toExtended } from './to-extended.ts';
import { treatsCrlf } from './treats-crlf.ts';

/** Min bytes of a line to hold, so that a long line is recognized as long. */
const HELD_BYTES = 16_384;
const NOT_ASCII = /[^\p{ASCII}]/u;

/** Returns the pattern in grep's own syntax. `refuses` has already rejected patterns without a translation. */
function extended({ pattern, fixedString }: Search): string {
  const found = fixedString ? undefined : toExtended(pattern, treatsCrlf(pattern, fixedString));
  return found?.ok === true ? found.pattern : pattern;
}

/**
 * Passes files to grep by name. With -r it would search hidden files too, and GNU's `--exclude` also skips files that
 * the caller names.
 */
async function* commands(search: Search, file: string, stop: AbortSignal): AsyncGenerator<Command> {
  const command = (paths: readonly string[]): Command => ({ file, args: systemGrep.args({ ...search, paths }) });
  let isChecked = false;
  for await (const batch of oneAhead(filesInOrder(search.paths, stop))) {
    if (batch.kind === 'files') yield command(batch.paths);
    else if (process.platform !== 'win32') yield searchOddNames(batch.folder, command([]));
    isChecked ||= batch.kind === 'files';
  }
  // Without files, grep reads the empty stdin, and still reports an invalid pattern.
  if (!isChecked) yield command([]);
}

/** The grep of GNU and the BSDs. It ignores .gitignore, so generated files are searched too. */
export const systemGrep: SearchEngine = {
  name: 'grep',
  refuses: ({ pattern, fixedString }) => {
    const found = fixedString ? undefined : toExtended(pattern);
    if (found?.ok !== false) return undefined;
    return `grep does not support ${found.what}, and there is no ripgrep (rg) on PATH: rewrite the pattern, or use fixed_string`;
  },
  args: (search: Search) => [
    '-n',
    '-H',
    '--null', // A path ends with NUL, because it may contain colons and newlines.
    '-D', // Reading a FIFO would never end.
    'skip',
    search.fixedString ? '-F' : '-E',
    ...(search.caseSensitive ? [] : ['-i']),
    ...(search.contextLines > 0 ? ['-C', String(search.contextLines)] : []),
    '-m',
    String(search.matchesPerFile),
    '-e', // A pattern may start with a dash.
    extended(search),
    '--',
    ...search.paths,
  ],
  offsetArgs: (search, path) => [
    ...['-o', '-b', '-n', '-H', '--null', search.fixedString ? '-F' : '-E'],
    ...(search.caseSensitive ? [] : ['-i']),
    ...['-e', extended(search), '--', path],
  ],
  commands,
  // In the C locale every byte is a character, so a text with a few invalid UTF-8 bytes still counts as text. The
  // locale also makes messages English. Only a pattern with non-ASCII characters needs UTF-8, and then such texts count
  // as binary.
  env: ({ pattern }) => ({ LC_ALL: NOT_ASCII.test(pattern) ? 'C.UTF-8' : 'C' }),
  parser: ({ pattern, fixedString, caseSensitive, textBytes }, emit) =>
    parseRecords(Math.max(textBytes, HELD_BYTES), emit, (text) => {
      const at = fixedString ? offsetOfText(text, pattern, caseSensitive) : -1;
      return at < 0 ? undefined : at;
    }),
  complaintParser: parseComplaints,
  // Messages about files start with an absolute path; those about the pattern or the options do not.
  onlyUnreadable: (stderr) => /^\S*grep: \//.test(stderr),
};
