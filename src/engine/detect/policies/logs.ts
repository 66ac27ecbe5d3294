import { LOG_MARKS, PROBLEMS } from '../../structure/marks/run-marks.ts';
import type { Policy } from '../../structure/policy.ts';
import { eachLine, events, startingAt } from '../../structure/records.ts';
import { STAMPED } from '../../structure/stamps.ts';

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

const TOOK = /^# Query_time: ([\d.]+)/m;
const EXAMINED = /\bRows_examined: (\d+)/;

function numberIn(row: string, pattern: RegExp): number | undefined {
  const found = pattern.exec(row)?.[1];
  return found === undefined ? undefined : Number(found);
}

/** Queries that took long, with their times above them, as MySQL and MariaDB write them. */
export const SLOW_QUERIES: Policy = {
  name: 'slow queries',
  kind: 'log',
  signs: { any: /^# Query_time: /, share: [/^# |^SET timestamp=|;$/, 0.4] },
  records: startingAt(/^# (?:Time|User@Host): /),
  rows: 'list',
  measure: (row, question) => numberIn(row, /\bmost rows\b/i.test(question) ? EXAMINED : TOOK),
};

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
  evidence: { complaints: true, lines: /--- SIG(?!CHLD)|\+{3} (?:exited|killed)/, last: / = -1 E[A-Z]+/ },
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
