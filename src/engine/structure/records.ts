import { parts } from '../../text/cooperative-task.ts';
import { type Runs, toRuns } from './blocks.ts';
import { lineHead } from './line-head.ts';
import { Role } from './outline.ts';
import type { RecordsOf } from './policy.ts';
import { STAMPED } from './stamps.ts';

/** Cost of a pass with one pattern, as a share of the cost of counting tokens. */
const SHARE = 0.15;

/** Every line is a record. */
export function* eachLine({ count }: Parameters<RecordsOf>[0]): ReturnType<RecordsOf> {
  yield count;
  return toRuns(new Uint8Array(count + 1).fill(1), count);
}

/** Starts a record at every line that matches `starts`. */
export function startingAt(starts: RegExp): RecordsOf {
  return function* (lines) {
    const cuts = new Uint8Array(lines.count + 1);
    yield* parts(lines, SHARE, (from, to) => {
      for (let i = from; i < to; i++) if (starts.test(lineHead(lines, i))) cuts[i] = 1;
    });
    return toRuns(cuts, lines.count);
  };
}

/**
 * Makes sections of at most `maxLines` lines records, each from a line that matches `begins` to the next. Longer
 * sections are cut into single lines.
 */
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

/** Makes each paragraph (lines between blank ones) a record. */
export function* byParagraph(
  { count }: Parameters<RecordsOf>[0],
  { roles }: Parameters<RecordsOf>[1],
): ReturnType<RecordsOf> {
  const cuts = new Uint8Array(count + 1);
  yield count;
  for (let i = 1; i < count; i++) if (roles[i] !== Role.blank && roles[i - 1] === Role.blank) cuts[i] = 1;
  return toRuns(cuts, count);
}

/** Makes the outermost blocks of at most `maxLines` lines records: items of a list, entries of a map. */
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

/** Log lines that begin an event: a time or level stands at their start. */
const EVENT = new RegExp(
  String.raw`${STAMPED.source}|^\W{0,3}(?:\d{4}[-/]\d\d[-/]\d\d|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d|\d{10,13}\b|\d+:[XCSM] |(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL|CRITICAL)\b)|^(?:[\w.-]+\s+\| )?\{?"?(?:time|ts|level|timestamp)"?[:=]|^\S+ +\| `,
);
const CONTINUES = /^(?:Caused by|Suppressed|\.\.\. \d+ more|Traceback|[\])}])/;

/**
 * Makes each log event a record with its continuation lines. These are the lines without a time, or the indented ones
 * if few lines have a time.
 */
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

/** Max lines of a record that is not cut. */
const MAX_LINES = 40;
const PIECE = 12;

/** Cuts records that are too long to be kept whole, at blank lines if possible. */
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
