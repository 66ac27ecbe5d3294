import { offsetOfText } from './character-column.ts';
import { parseComplaints } from './complaints.ts';
import type { SearchEngine } from './engine.ts';
import { parseRecords } from './system-grep-records.ts';

/** Min bytes of a line to hold, so that a long line is recognized as long. */
const HELD_BYTES = 16_384;
const NOT_ASCII = /[^\p{ASCII}]/u;
/** Parts of a pattern that `grep -E` may read differently from ripgrep. */
const PARTS = /\\.?|\[\^?\]?[^\]]*|\(\?|[*+?}]\?|\n/gs;
/** Parts that it reads in the same way: an escaped sign, a class of GNU's, and a bracket expression without escapes. */
const SAME = /^(?:\\[^A-Za-z0-9]|\\[bBsSwW]|\[[^\\]*)$/s;

/** Runs the system's grep, which searches hidden files, files that .gitignore names, and links inside the root. */
export const systemGrep: SearchEngine = {
  name: 'grep',
  followsLinks: true,
  // A search for something else would look like a search without matches.
  refuses: ({ pattern, fixedString }) => {
    const other = fixedString ? undefined : pattern.match(PARTS)?.find((part) => !SAME.test(part));
    if (other === undefined) return undefined;
    const what = other === '\n' ? 'a line break' : `"${other}"`;
    return `grep does not support ${what}, and there is no ripgrep (rg) on PATH: rewrite the pattern, or use fixed_string`;
  },
  args: ({ pattern, fixedString, caseSensitive, contextLines, matchesPerFile, paths }) => [
    ...['-R', '-n', '-H', fixedString ? '-F' : '-E', ...(caseSensitive ? [] : ['-i'])],
    '--null', // A path ends with NUL, because it may contain colons and newlines.
    ...['-D', 'skip'], // Reading a FIFO would never end.
    ...(contextLines > 0 ? ['-C', String(contextLines)] : []),
    ...['-m', String(matchesPerFile)],
    ...['-e', pattern], // A pattern may start with a dash.
    ...['--', ...paths],
  ],
  offsetArgs: ({ pattern, fixedString, caseSensitive }, path) => [
    ...['-o', '-b', '-n', '-H', '--null', fixedString ? '-F' : '-E'],
    ...(caseSensitive ? [] : ['-i']),
    ...['-e', pattern, '--', path],
  ],
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
