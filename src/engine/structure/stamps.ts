import type { Lines } from '../../text/lines.ts';
import { lineHead } from './line-head.ts';

/** Beginnings of log lines: the time in the form of one of many programs, a service before a bar, or a level. */
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
export const STAMPED: RegExp = new RegExp(`^(?:${STAMPS.join('|')})`);

/** Text that pipelines and containers put before each line: its job and step (`gh run view --log`), and the time. */
const STAMP = /^\ufeff?(?:[^\t]{1,120}\t[^\t]{1,120}\t)?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6,9}Z ?/;
/** Lines looked at, in even steps. */
const SAMPLE = 40;

/** Returns the lines so that readers see them without the time of a pipeline; undefined if there is none. */
export function withoutStamps(lines: Lines): Lines | undefined {
  const step = Math.max(1, Math.floor(lines.count / SAMPLE));
  for (let i = 0; i < lines.count; i += step) if (!STAMP.test(lineHead(lines, i))) return undefined;
  return { ...lines, stamp: STAMP };
}
