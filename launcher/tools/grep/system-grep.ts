import { parseBinaryNotices } from './binary-notice.ts';
import { columnOfText } from './character-column.ts';
import type { Search, SearchEngine } from './engine.ts';
import { parseRecords } from './system-grep-records.ts';

const NOT_ASCII = /[^\p{ASCII}]/u;

/** GNU's and the BSDs' grep. It knows no ignore files: hidden and generated files are searched too. */
export const systemGrep: SearchEngine = {
  name: 'grep',
  args: ({ pattern, fixedString, caseSensitive, contextLines, matchesPerFile, paths }: Search) => [
    '-r', // Not -R, which follows every link it meets, also those that lead out of the root.
    '-n',
    '-H',
    '--null', // A path ends with NUL, so it may hold colons and newlines.
    '-D', // A FIFO would never end.
    'skip',
    fixedString ? '-F' : '-E',
    ...(caseSensitive ? [] : ['-i']),
    ...(contextLines > 0 ? ['-C', String(contextLines)] : []),
    '-m',
    String(matchesPerFile),
    '-e', // A pattern may begin with a dash.
    pattern,
    '--',
    ...paths,
  ],
  // In C every byte is a character: a text with a few bytes that are not UTF-8 is still a text, and the messages are
  // English. Only a pattern beyond ASCII needs its own characters known, and then such texts count as binary.
  env: ({ pattern }) => ({ LC_ALL: NOT_ASCII.test(pattern) ? 'C.UTF-8' : 'C' }),
  parser: ({ pattern, fixedString, caseSensitive, textBytes }, emit) =>
    parseRecords(textBytes, emit, (text) => (fixedString ? columnOfText(text, pattern, caseSensitive) : null)),
  complaintParser: parseBinaryNotices,
  // Complaints about files begin with their absolute path, those about the pattern or the options do not.
  onlyUnreadable: (stderr) => /^\S*grep: \//.test(stderr),
};
