import { framePrior } from '../frames.ts';
import type { Policy } from './policy.ts';
import { eachLine, events } from './records.ts';

const STAMPED =
  /^\W{0,3}(?:\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\d\d:\d\d:\d\d|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d|\d{4}\/\d\d\/\d\d \d\d:|\d+:[XCSM] \d\d [A-Z][a-z]{2} \d{4}|\S+ \S+ \S+ \[\d\d\/[A-Z][a-z]{2}\/\d{4}:|[A-Z][a-z]{2} [A-Z][a-z]{2} \d\d \d\d:\d\d)|^(?:[\w.-]+\s+\| )\S|^time="?\d{4}-|^\d+ (?:silly|verbose|info|http|timing|warn|error|notice) /;

/** What servers and daemons write down. */
export const LOGS: readonly Policy[] = [
  {
    name: 'log',
    kind: 'log',
    signs: { share: [STAMPED, 0.3] },
    records: events,
    evidence: { errors: true, states: true },
    rows: 'events',
    newest: 'last',
    prior: framePrior,
  },
];

/** Lines of one program that counts: `imported record 3 of 70`. */
export const PROGRESS: Policy = {
  name: 'progress',
  kind: 'log',
  signs: {},
  records: eachLine,
  evidence: { errors: true, states: true, complaints: true },
  rows: 'events',
};
