import { type Runs, toRuns } from '../blocks.ts';
import { Role } from '../outline.ts';
import { parts } from '../steps.ts';
import { lineHead } from './line-head.ts';
import type { RecordsOf } from './policy.ts';

/** Share of counting tokens that a pass with one pattern takes. */
const SHARE = 0.15;

/** Every line is a record. */
export function* eachLine({ count }: Parameters<RecordsOf>[0]): ReturnType<RecordsOf> {
  yield count;
  return toRuns(new Uint8Array(count + 1).fill(1), count);
}

/** A record begins at every line that looks like `starts`, and ends before the next. */
export function startingAt(starts: RegExp): RecordsOf {
  return function* (lines) {
    const cuts = new Uint8Array(lines.count + 1);
    yield* parts(lines, SHARE, (from, to) => {
      for (let i = from; i < to; i++) if (starts.test(lineHead(lines, i))) cuts[i] = 1;
    });
    return toRuns(cuts, lines.count);
  };
}

/** Sections of at most `maxLines` lines are records, from the line that begins one to the next; of a longer one, each line. */
export function shortSections(begins: RegExp, maxLines: number): RecordsOf {
  return function* (lines, shape) {
    const { starts, count } = yield* startingAt(begins)(lines, shape);
    const cuts = new Uint8Array(lines.count + 1);
    for (let section = 0; section < count; section++) {
      const from = starts[section] as number;
      const to = starts[section + 1] as number;
      if (to - from <= maxLines && begins.test(lineHead(lines, from))) cuts[from] = 1;
      else cuts.fill(1, from, to);
    }
    return toRuns(cuts, lines.count);
  };
}

/** Lines between blank ones are a record. */
export function* byParagraph(
  { count }: Parameters<RecordsOf>[0],
  { roles }: Parameters<RecordsOf>[1],
): ReturnType<RecordsOf> {
  const cuts = new Uint8Array(count + 1);
  yield count;
  for (let i = 1; i < count; i++) if (roles[i] !== Role.blank && roles[i - 1] === Role.blank) cuts[i] = 1;
  return toRuns(cuts, count);
}

/** The outermost blocks of at most `maxLines` lines are records: items of a list, entries of a map. */
export function smallBlocks(maxLines: number): RecordsOf {
  return function* ({ count }, { ends }) {
    const cuts = new Uint8Array(count + 1);
    yield count;
    for (let i = 0; i < count; i++) {
      cuts[i] = 1;
      const end = ends[i] as number;
      if (end - i < maxLines) i = Math.max(i, end);
    }
    return toRuns(cuts, count);
  };
}

/** Lines of a log that begin an event: a time or a level stands at their beginning. */
const EVENT =
  /^\[ {0,8}\d+\.\d+s?\]|^\W{0,3}(?:\d{4}[-/]\d\d[-/]\d\d|\d\d:\d\d:\d\d|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d|\d{10,13}\b|\d+:[XCSM] |(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL|CRITICAL)\b)|^\S+ \S+ \S+ \[\d\d\/|^(?:[\w.-]+\s+\| )?\{?"?(?:time|ts|level|timestamp)"?[:=]|^\d+ (?:silly|verbose|info|http|timing|warn|error|notice) |^\S+ +\| /;
const CONTINUES = /^(?:Caused by|Suppressed|\.\.\. \d+ more|Traceback|[\])}])/;

/** An event of a log with the lines that belong to it: those without a time, or, where none has one, the indented ones. */
export function* events(lines: Parameters<RecordsOf>[0], shape: Parameters<RecordsOf>[1]): ReturnType<RecordsOf> {
  const { count } = lines;
  const stamped = new Uint8Array(count + 1);
  let n = 0;
  let solid = 0;
  yield* parts(lines, SHARE, (from, to) => {
    for (let i = from; i < to; i++) {
      if (shape.roles[i] === Role.blank) continue;
      solid++;
      if (!EVENT.test(lineHead(lines, i, 80))) continue;
      stamped[i] = 1;
      n++;
    }
  });
  if (n >= 3 && n >= solid * 0.2) return toRuns(stamped, count);
  const cuts = new Uint8Array(count + 1);
  yield count;
  for (let i = 0; i < count; i++) {
    if (shape.roles[i] === Role.blank || (shape.indents[i] as number) > 0) continue;
    if (!CONTINUES.test(lineHead(lines, i, 20))) cuts[i] = 1;
  }
  return toRuns(cuts, count);
}

/** Lines of a record above which it may be cut. */
const MAX_LINES = 40;
const PIECE = 12;

/** Cuts records that are too long to be kept whole into pieces, at blank lines if there are any. */
export function splitLong(records: Runs, roles: Uint8Array): Runs {
  const count = roles.length;
  let long = false;
  const cuts = new Uint8Array(count + 1);
  for (let r = 0; r < records.count; r++) {
    const from = records.starts[r] as number;
    const to = records.starts[r + 1] as number;
    cuts[from] = 1;
    if (to - from <= MAX_LINES) continue;
    long = true;
    for (let i = from + 1, length = 1; i < to; i++, length++) {
      const blank = roles[i - 1] === Role.blank;
      if (!((blank && length >= PIECE / 2) || length >= PIECE)) continue;
      cuts[i] = 1;
      length = 0;
    }
  }
  return long ? toRuns(cuts, count) : records;
}
