import { byHunk, underHeadings } from '../../structure/headers.ts';
import { FILE_STATES, HIDDEN_NAMES, INDEX_MODES } from '../../structure/marks/listing-marks.ts';
import type { Mark } from '../../structure/marks/mark.ts';
import type { Policy } from '../../structure/policy.ts';
import { eachLine, startingAt } from '../../structure/records.ts';

const COUNTED = /(\d+) (file|insertion|deletion)s?\b/g;

/**
 * Returns how many lines a commit changed, from the sums that `--stat` prints: added and removed lines, or only those
 * that the question asks for.
 */
function linesChanged(commit: string, question: string): number | undefined {
  const isAdded = /\binsert|\badd/i.test(question);
  const isRemoved = /\bdelet|\bremov/i.test(question);
  const isFiles = /\bfiles?\b/i.test(question) && !/\blines?\b/i.test(question);
  let sum: number | undefined;
  for (const [, number, what] of commit.matchAll(COUNTED)) {
    const counts = isFiles
      ? what === 'file'
      : what !== 'file' && (isAdded === isRemoved || (what === 'insertion') === isAdded);
    if (counts) sum = (sum ?? 0) + Number(number);
  }
  return sum;
}

/** Marks in a comparison of two texts: lines on one side only, and lines that differ. */
const SIDES: readonly Mark[] = [
  {
    asked: /\b(?:delet|remov|dropp?|gone\b|tak(?:en|es?) out|missing|lost|only in|no longer)/i,
    line: /\s<\s*$/,
    max: 0.3,
  },
  { asked: /\b(?:add|new\b|creat|introduc|only in|came in|insert)/i, line: /^\s*>(?:\s|$)|\t>\t/, max: 0.3 },
];

/** A hunk is kept whole and scored by its code. */
export const HUNKS: Pick<Policy, 'records' | 'scoredBy' | 'headers' | 'marks'> = {
  records: startingAt(
    /^(?:@@|diff |Index: |commit [0-9a-f]{7,}|--- \S|(?!index |new |old |deleted |rename |copy |(?:dis)?similarity |Binary |Author|Commit|Date|Merge)[A-Za-z])/,
  ),
  scoredBy: 'blocks',
  headers: byHunk,
  marks: FILE_STATES,
};

const COMMIT = /^(?:[*|\\/ ]*)commit [0-9a-f]{7,64}\b/;

/** Output of git, except the content of a file. */
export const GIT: readonly Policy[] = [
  {
    name: 'git-diff',
    kind: 'diff',
    signs: { first: /^(?:diff --(?:git|cc|combined) |Index: \S)/, lines: 1 },
    ...HUNKS,
  },
  {
    name: 'side by side',
    kind: 'data',
    signs: { share: [/^(?! )(.{2,120}?)(?:\t+| {2,})\1$/, 0.5], lines: 8 },
    records: eachLine,
    evidence: { lines: /\s[<|]\s|\s<$|^\s*>\s/ },
    marks: SIDES,
  },
  {
    name: 'git-log',
    kind: 'log',
    signs: { first: COMMIT, any: /^\s*(?:[*|] *)*(?:Author|Date|Merge|AuthorDate):\s/, never: /^(?:@@@? -|diff --)/ },
    records: startingAt(COMMIT),
    marks: FILE_STATES,
    rows: 'list',
    newest: 'first',
    measure: linesChanged,
  },
  {
    name: 'svn-log',
    kind: 'log',
    signs: { first: /^-{40,}$/, any: /^r\d+ \| [^|]+ \| \d{4}-/ },
    records: startingAt(/^-{40,}$/),
    rows: 'list',
    newest: 'first',
  },
  {
    name: 'git-shortstat',
    kind: 'log',
    signs: { share: [/^[0-9a-f]{7,40} \S|^ \d+ files? changed/, 0.95], any: /^ \d+ files? changed/ },
    records: startingAt(/^[0-9a-f]{7,40} \S/),
    rows: 'list',
    measure: linesChanged,
  },
  {
    name: 'git-blame',
    kind: 'source',
    signs: { share: [/^\^?[0-9a-f]{7,40} .{0,120}\(.{1,60} \d{4}-\d\d-\d\d .{0,20}\d+\)/, 0.95] },
    records: eachLine,
    rows: 'list',
  },
  {
    name: 'git-oneline',
    kind: 'log',
    signs: { share: [/^[*|\\/_ ]*(?:[0-9a-f]{7,40} (?:\([^)]*\) )?\S|[|\\/ ]+$)/, 0.95], any: /[a-f]\d|\d[a-f]/ },
    records: eachLine,
    // `newest` is unknown: `--oneline` prints no dates, so the order may be reversed.
    rows: 'list',
  },
  {
    name: 'git-index',
    kind: 'data',
    signs: { share: [/^(?:100(?:644|755)|120000|160000|040000) (?:(?:blob|tree|commit) )?[0-9a-f]{7,64}\s/, 0.95] },
    records: eachLine,
    marks: [...INDEX_MODES, ...HIDDEN_NAMES],
    rows: 'list',
  },
  {
    name: 'git-stat',
    kind: 'data',
    signs: { share: [/^ ?\S.{0,200} \| +(?:\d+(?: [+-]+)?$|Bin\b)|^ \d+ files? changed/, 0.9] },
    records: eachLine,
    evidence: { lines: /^ \d+ files? changed/ },
    rows: 'list',
  },
  {
    name: 'git-status',
    kind: 'data',
    signs: { first: /^(?:On branch |HEAD detached |## )/ },
    records: eachLine,
    headers: underHeadings(/^[A-Z].*:$/),
    evidence: { lines: /^(?:On branch |HEAD detached |## |Your branch |You have unmerged|\tboth (?:modified|added))/ },
    marks: FILE_STATES,
    rows: 'list',
  },
  {
    name: 'git-status-short',
    kind: 'data',
    signs: {
      share: [/^(?:[ MADRCUT?!]{2}|[MADRCTU]\d{0,3}) ?\s?\S+/, 1],
      never: /^[A-Z]\w{2,} |^ {2}|^[MADRCTU] [A-Z]?[a-z]+ /,
    },
    records: eachLine,
    marks: FILE_STATES,
    rows: 'list',
  },
];
