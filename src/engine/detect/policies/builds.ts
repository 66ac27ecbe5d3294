import { parts } from '../../../text/cooperative-task.ts';
import { underHeadings } from '../../structure/headers.ts';
import { lineHead } from '../../structure/line-head.ts';
import type { HeadersOf, Policy } from '../../structure/policy.ts';
import { eachLine, startingAt } from '../../structure/records.ts';

const TOTALS =
  /^(?:.{0,3}\d+ (?:errors?|warnings?|problems?)\b|Found \d+ |Checked \d+ |warning: .{1,80} generated \d+ warnings?|error: (?:aborting|could not compile)|\s*Finished |BUILD |make(?:\[\d+\])?: \*\*\*)/;

/** Compilers, linters and type checkers. A record is one complaint with its code and notes. */
export const DIAGNOSTICS: readonly Policy[] = [
  {
    name: 'eslint',
    kind: 'log',
    signs: {
      any: /^\u2716 \d+ problems?|^ +\d+:\d+ +(?:error|warning) {2}\S/,
      share: [/^(?:\/|[A-Z]:\\|\.{0,2}\/)\S+$|^ +\d+:\d+ +(?:error|warning|info) |^\u2716 /, 0.6],
    },
    records: startingAt(/^\S|^ +\d+:\d+ /),
    headers: underHeadings(/^(?!\u2716)\S/),
    evidence: { errors: true, lines: /^\u2716 \d+ problems?/ },
    rows: 'list',
  },
  {
    name: 'rustc',
    kind: 'log',
    signs: { any: /^ +--> \S+:\d+:\d+$/ },
    records: startingAt(
      /^(?:(?:error|warning)(?:\[\w+\])?: | {3}(?:Compiling|Finished|Checking|Downloaded|Downloading) |For more information)/,
    ),
    evidence: { errors: true, records: /^error(?:\[\w+\])?: (?!aborting|could not)/, lines: TOTALS },
  },
  {
    name: 'pylint',
    kind: 'log',
    signs: { first: /^\*{5,} Module \S/, any: /^\S.{0,200}:\d+:\d+: [CRWEF]\d{4}: / },
    records: startingAt(/^\S/),
    headers: underHeadings(/^\*{5,} Module \S/),
    evidence: { errors: true, lines: /^\S.{0,200}:\d+:\d+: [EF]\d{4}: |^Your code has been rated/ },
  },
  {
    name: 'compiler',
    kind: 'log',
    signs: {
      share: [
        /^\S{1,200}:\d+: .{0,80}\b(?:error|warning)\b|^\S.{0,200}(?:[:(]\d+[:,]\d+\)?|:\d+):? (?:- )?(?:fatal )?(?:error|warning|note|info|refactor|convention)\b|^\S.{0,200}:\d+:\d+: [A-Z]+\d+ |^\S+: In (?:function|member|constructor)|^\s+\d* *\||^\s+[\^~]|^\s+(?:symbol|location): |^Found \d+ |^\d+ (?:errors?|warnings?)|^ {2,}\S/,
        0.6,
      ],
      any: /^\S{1,200}:\d+: .{0,80}\b(?:error|warning)\b|^\S.{0,200}(?:[:(]\d+[:,]\d+\)?|:\d+):? (?:- )?(?:fatal )?(?:error|warning)\b|^\S.{0,200}:\d+:\d+: [A-Z]+\d+ /,
    },
    records: startingAt(/^\S.{0,200}[:(]\d+[:,)]|^\S+: In |^(?:Found \d|\d+ (?:error|warning)|make)/),
    evidence: { errors: true, lines: TOTALS },
  },
  {
    name: 'shellcheck',
    kind: 'log',
    signs: { any: /^In \S+ line \d+:$/ },
    records: startingAt(/^In \S+ line \d+:$/),
    evidence: { errors: true, lines: /\(error\): / },
  },
];

const STEP = /^#(\d+) (?:(\[)|DONE ([\d.]+)s)?/;
const STEP_SHARE = 0.15;

/** Returns the heading of the step that each line of a container build belongs to. Steps run side by side. */
function* byStep(lines: Parameters<HeadersOf>[0]): ReturnType<HeadersOf> {
  const headers = new Int32Array(lines.count).fill(-1);
  const steps = new Map<string, number>();
  yield* parts(lines, STEP_SHARE, (from, to) => {
    for (let i = from; i < to; i++) {
      const [, step, opens] = STEP.exec(lineHead(lines, i, 40)) ?? [];
      if (step === undefined) continue;
      if (steps.has(step)) headers[i] = steps.get(step) as number;
      else if (opens !== undefined) steps.set(step, i);
    }
  });
  return headers;
}

/** Package managers, container builds, and playbooks. */
export const INSTALLS: readonly Policy[] = [
  {
    name: 'docker build',
    kind: 'log',
    signs: { any: /^#\d+ \[.{1,80}\] /, share: [/^#\d+ |^-{4,}$|^ > |^ERROR: /, 0.6] },
    records: eachLine,
    headers: byStep,
    evidence: { errors: true, lines: /^#\d+ ERROR: |^ERROR: / },
    rows: 'list',
    measure: (row) => Number(STEP.exec(row)?.[3] ?? 0) || undefined,
    marks: [{ asked: /\bcache/i, line: /^#\d+ CACHED/ }],
  },
  {
    name: 'ansible',
    kind: 'log',
    signs: { any: /^(?:PLAY|TASK) \[.{0,200}\] \*{3,}$/ },
    records: eachLine,
    headers: underHeadings(/^(?:PLAY|PLAY RECAP|TASK|RUNNING HANDLER)\b.* \*{3,}$/),
    evidence: {
      errors: true,
      lines: /^(?:fatal|failed): \[|^\.\.\.ignoring|^\S+\s+: ok=\d+.*\b(?:unreachable|failed)=[1-9]/,
    },
    marks: [
      { asked: /\bchang/i, line: /^changed: \[/ },
      { asked: /\bskip/i, line: /^skipping: \[/ },
    ],
  },
  {
    name: 'install',
    kind: 'log',
    signs: {
      any: /^(?:npm (?:WARN|ERR!|warn|error|notice) |added \d+ packages?|up to date, audited|Collecting \S|Requirement already satisfied|Successfully installed|Reading package lists|Get:\d+ http|Progress: resolved|Packages: \+\d|dependencies:$| {2,}(?:Compiling|Downloading|Updating) \S+ v?\d|#\d+ \[.{1,60}\] |Step \d+\/\d+ :|go: downloading |yarn (?:install )?v\d|\u27a4 YN\d+)/,
    },
    records: startingAt(/^\s{0,4}\S/),
    evidence: {
      errors: true,
      lines:
        /^(?:added|removed|changed) \d+ packages?|\bvulnerabilit|^Successfully installed|^\d+ upgraded|^npm (?:ERR!|error)|^Done in |deprecated \S+@/,
    },
  },
];
