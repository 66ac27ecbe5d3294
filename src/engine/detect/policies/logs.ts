import type { Policy } from '../../structure/policy.ts';
import { eachLine, events } from '../../structure/records.ts';
import { LOG_MARKS, PROBLEMS } from '../../structure/status-marks.ts';

const STAMPED =
  /^\[ {0,8}\d+\.\d+s?\]|^\W{0,3}(?:\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\d\d:\d\d:\d\d|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d|\d{4}\/\d\d\/\d\d \d\d:|\d+:[XCSM] \d\d [A-Z][a-z]{2} \d{4}|\S+ \S+ \S+ \[\d\d\/[A-Z][a-z]{2}\/\d{4}[: ]|[A-Z][a-z]{2} [A-Z][a-z]{2} \d\d \d\d:\d\d)|^(?:[\w.-]+\s+\| )(?!.{0,160}\|)\S|^time="?\d{4}-|^\d+ (?:silly|verbose|info|http|timing|warn|error|notice) /;

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
