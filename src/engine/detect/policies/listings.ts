import { byBranch, columnTitles, underHeadings } from '../../structure/headers.ts';
import { BRANCHES, EMPTY_FILES, FILE_MODES, HIDDEN_NAMES } from '../../structure/marks/listing-marks.ts';
import { PROCESS_STATES } from '../../structure/marks/run-marks.ts';
import type { Policy } from '../../structure/policy.ts';
import { eachLine } from '../../structure/records.ts';

/** Complaints of `ls`, `find` and the like about places they cannot read. */
const COMPLAINTS = { complaints: true } as const;

/** Trees drawn with lines: folders, packages. */
export const TREES: readonly Policy[] = [
  {
    name: 'tree',
    kind: 'data',
    signs: {
      share: [/^[\s\u2500-\u257f]*[\u251c\u2514\u2502]|^[\s|`+\\-]*(?:\|--|`--|\+--|\\--|[|+\\]-|\| )\s?\S/, 0.7],
      // Rules out drawn tables, whose rows end with a line.
      never: /[|+\u2502\u2524\u2510\u2518\u256e\u256f\u2551]\s*$/,
    },
    records: eachLine,
    headers: byBranch,
    evidence: { complaints: true, lines: /^\d+ director(?:y|ies), \d+ files?/ },
    rows: 'list',
  },
];

/** Line ends that report success. */
const FINE = String.raw`(?::|\s|\.{2,})\W{0,3}(?:ok|pass(?:ed)?|good|valid|done|succeeded|successful|success|up[ -]to[ -]date|unchanged|clean|verified)\W{0,3}$`;

/** Lists of files, processes and sizes. A record is a line. */
export const LISTINGS: readonly Policy[] = [
  {
    name: 'verdicts',
    kind: 'data',
    signs: { share: [new RegExp(FINE, 'i'), 0.6], never: /[{};,]$/, lines: 6 },
    records: eachLine,
    // Evidence is every line that does not report success.
    evidence: { complaints: true, lines: new RegExp(`^(?!.*${FINE})(?=.*\\S)`, 'i') },
    rows: 'list',
  },
  {
    name: 'libraries',
    kind: 'data',
    signs: {
      share: [/^\s+\S+(?: => .*)?(?: \(0x[0-9a-f]+\))$|^\s+\S+ \(.{1,80}\) => \/\S+$|^\S.{0,200}:$/, 0.9],
      any: /\(0x[0-9a-f]+\)$|\.so\b.{0,80} => \//,
    },
    records: eachLine,
    headers: underHeadings(/^\S.{0,200}:$/),
    evidence: COMPLAINTS,
  },
  {
    name: 'tar -tv',
    kind: 'data',
    signs: { share: [/^[-dlbcpsh][-rwxsStT]{9}[.+@]?\s+\S+\/\S+\s+\d+\s\d{4}-/, 0.9] },
    records: eachLine,
    evidence: COMPLAINTS,
    rows: 'list',
    marks: [...FILE_MODES, ...HIDDEN_NAMES],
    titles: 'mode owner size',
  },
  {
    name: 'ls -l',
    kind: 'data',
    signs: { share: [/^[-dlbcps][-rwxsStT]{9}[.+@]?\s|^total \d|^\S.{0,200}:$/, 0.9], any: /^[-dlbcps][-rwxsStT]{9}/ },
    records: eachLine,
    headers: underHeadings(/^\S.{0,200}:$/),
    evidence: COMPLAINTS,
    rows: 'list',
    marks: [...FILE_MODES, ...HIDDEN_NAMES],
    titles: 'mode links owner group size',
  },
  {
    name: 'sizes',
    kind: 'data',
    signs: {
      share: [/^\s*[\d.,]+\s?[KMGTP]?i?B?\s+\S/, 0.95],
      never: /[{};]$|^\s*\d+[.)]\s|^\s*(?:[A-Z%]{2,}\s+){3}|^\s*\d+\.\d+\.\d/,
      counted: false,
    },
    records: eachLine,
    marks: EMPTY_FILES,
    evidence: { complaints: true, lines: /^\s*[\d.,]+[KMGTP]?i?B?\s+total$/ },
    rows: 'list',
  },
  {
    name: 'column titles',
    kind: 'data',
    signs: {
      first:
        /^\s*(?:[A-Z%][A-Z0-9%/#_():+-]*)(?:\s+[A-Z%][A-Z0-9%/#_():+-]*){2,}\s*$|^Filesystem\s|^ {0,8}(?:UID|PID|USER|F S)\s|^(?:NAME|CONTAINER ID|REPOSITORY|NAMESPACE)\s{2,}|^(?:Package|Module|Name|Proto)\s+(?:Current|Version|Recv|Required)|^Active Internet/,
      share: [/\S(?:\t| {2,})\S/, 0.6],
      never: /[{};]$/,
      lines: 2,
    },
    records: eachLine,
    headers: columnTitles,
    marks: PROCESS_STATES,
    evidence: COMPLAINTS,
    rows: 'list',
  },
  {
    name: 'ls -R',
    kind: 'data',
    signs: { first: /^\.{0,2}\/?[\w@.+~/-]*:$/, any: /^\.{0,2}\/?[\w@.+~-]*\/[\w@.+~/-]*:$/, never: /[{};=<>]|\w: \S/ },
    records: eachLine,
    headers: underHeadings(/:$/),
    evidence: COMPLAINTS,
    rows: 'list',
  },
  {
    name: 'git-branch',
    kind: 'data',
    signs: { share: [/^[*+ ] (?:\([^)]*\)|[^\s:]+)(?: +[0-9a-f]{7,40} .*)?$/, 1], any: /^\* / },
    records: eachLine,
    marks: BRANCHES,
    rows: 'list',
  },
  {
    name: 'paths',
    kind: 'data',
    signs: {
      share: [/^(?:\.{0,2}\/)?[\w@.+~%=,()[\]-]+(?:[/\\][\w@.+~%=,()[\] -]+)*\/?$/, 0.95],
      any: /[./\\]/,
      never: /^\w+\(|[;{}]$/,
    },
    records: eachLine,
    evidence: COMPLAINTS,
    marks: HIDDEN_NAMES,
    rows: 'list',
  },
];
