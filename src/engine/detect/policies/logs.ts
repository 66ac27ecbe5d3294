import type { Policy } from '../../structure/policy.ts';
import { eachLine, events } from '../../structure/records.ts';
import { LOG_MARKS, PROBLEMS } from '../../structure/status-marks.ts';

/** Beginnings of log lines: the time in the forms of many programs, a service before a bar, or a level. */
const STAMPS: readonly string[] = [
  String.raw`\[ {0,8}\d+\.\d+s?\]`,
  String.raw`\W{0,3}(?:\d{4}-\d\d-\d\d[T ]|)\d\d:\d\d:\d\d`,
  String.raw`\W{0,3}\d{4}-\d\d-\d\d[T ]\d\d:\d\d`,
  String.raw`\W{0,3}[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d`,
  String.raw`\W{0,3}\d{4}\/\d\d\/\d\d \d\d:`,
  String.raw`\W{0,3}\d+:[XCSM] \d\d [A-Z][a-z]{2} \d{4}`,
  String.raw`\W{0,3}\S+ \S+ \S+ \[\d\d\/[A-Z][a-z]{2}\/\d{4}[: ]`,
  String.raw`\W{0,3}[A-Z][a-z]{2} [A-Z][a-z]{2} \d\d \d\d:\d\d`,
  // Day and month; the year in two digits; one number for each; clusters of Hadoop, Spark, Android, BGL, klog.
  String.raw`\W{0,3}\d\d[./-]\d\d(?:[./-]\d\d)? \d\d:\d\d:\d\d`,
  String.raw`\d{6} \d{6} \d+ [A-Z]`,
  String.raw`\d{8}-\d{1,2}:\d{1,2}:\d{1,2}[:.]`,
  String.raw`\S{1,60} \d{10} \d{4}\.\d\d\.\d\d `,
  String.raw`[IWEF]\d{4} \d\d:\d\d:\d\d\.`,
  // A file, a host or a container before the time.
  String.raw`[\w.:-]{1,80} +\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d`,
  String.raw`(?:[\w.-]+\s+\| )(?!.{0,160}\|)\S`,
  'time="?\\d{4}-',
  String.raw`\d+ (?:silly|verbose|info|http|timing|warn|error|notice) `,
];
const STAMPED = new RegExp(`^(?:${STAMPS.join('|')})`);

/** Logs of servers and daemons. */
export const LOGS: readonly Policy[] = [
  {
    name: 'log',
    kind: 'log',
    // Rules out psql records. They have a key before a bar, where logs of several services have the service's name.
    signs: { share: [STAMPED, 0.3], never: /^-\[ RECORD \d+/ },
    records: events,
    evidence: { errors: true, states: true },
    rows: 'events',
    marks: [...LOG_MARKS, ...PROBLEMS],
    newest: 'last',
  },
];

/** System calls with their results, as `strace` and `truss` print them. */
export const CALLS: Policy = {
  name: 'system calls',
  kind: 'log',
  signs: {
    share: [/^(?:\[pid +\d+\] |\d+ +)?(?:[\d:.]+ )?(?:[a-z]\w*\(|<\.{3} \w+ resumed>|--- SIG|\+{3} |strace: )/, 0.8],
    any: /\) += (?:-?\d|0x|\?)/,
    never: /[{};]$/,
  },
  records: eachLine,
  evidence: { complaints: true, lines: /--- SIG(?!CHLD)|\+{3} (?:exited|killed)/ },
  rows: 'list',
  marks: PROBLEMS,
};

/** Lines of one program that counts: `imported record 3 of 70`. */
export const PROGRESS: Policy = {
  name: 'progress',
  kind: 'log',
  signs: {},
  records: eachLine,
  evidence: { errors: true, states: true, complaints: true },
};
