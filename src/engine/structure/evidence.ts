import { type CooperativeTask, partEnd, parts, sizeOf } from '../../text/cooperative-task.ts';
import type { Lines } from '../../text/lines.ts';
import type { Runs } from './blocks.ts';
import { FRAME } from './frames.ts';
import { BAD_LEVEL, WARNING } from './levels.ts';
import { lineForm } from './line-form.ts';
import { lineHead } from './line-head.ts';
import { oddLines } from './odd-lines.ts';
import type { Policy } from './policy.ts';

/** Words of failure. A noun that is part of a name (`critical-section`, `src/error`, `thiserror`) is none. */
const ERROR =
  /(?<![\w./@-])(?:error|fatal|exception|critical|assert(?:ion)?(?:error)?)(?![\w/@]|-(?!>)|\.\w)|\b(?:panic(?:ked)?|traceback|segfault|segmentation fault|undefined reference|cannot find|not found|permission denied|access (?:is )?denied|denied: |unauthorized|out of memory|killed|abort(?:ed)?|unhandled|uncaught|failed|failure|FAIL|core dumped|no such file)\b|^\s*E {2,}\S|^(not ok|\u2717|\u2718|\u00d7)\s|^npm ERR!|\bnot ok\b|^\s*(\u2717|\u2718|\u00d7|\u2715|\u25cf) |--- FAIL/i;
/** Words of failure in other languages. */
const ELSEWHERE =
  /失敗|失败|エラー|例外が|错误|錯誤|异常|오류|실패|\b(?:Fehler|fehlgeschlagen|gescheitert|erreur|échoué|échec|falló|fallido|falha|falhou|errore|fallito)\b|ошибк|сбой|не удалось/i;
const ERROR_NAME = /[A-Za-z](?:Error|Exception)(?![\w-])/;
const CLEAN =
  /\b(0|no) (errors?|failures?|failed|exceptions?)\b|\b(errors?|failures?|failed)[:=] *0\b|^\s*(ok|PASS|\u2713|\u221a)\b/i;
const SUMMARY =
  /^\W*(Tests?|Test Files|Test Suites|Suites|Ran)[:\s].*\d|\b\d+ (passed|failed|failing|passing|errors?|tests?)\b|test result:|^make(\[\d+\])?: \*\*\*|exit (code|status)|Process finished/i;
/** A run's outcome as one word in capitals. Lower-case `ok` is printed by single tests. */
const OUTCOME = /^(?:FAILED|OK)\b/;
/** State changes that servers report. A question about a log uses other words for them. */
const STATE =
  /\b(?:SIG(?:TERM|INT|KILL|HUP|QUIT|SEGV|ABRT)|signal \d+|shut(?:ting)?[ -]?down|terminat(?:ed|ing)|restart(?:ed|ing)?|exit(?:ing|ed) |stopp(?:ed|ing)|started|starting|listening on|ready to|initialized|out of memory|OOM|crash(?:ed)?|killed|fail(?:ed)?[ -]?over|promoted|elected|unhealthy|reload(?:ed|ing)|state change[ds]?|status changed|maintenance mode)\b/i;
/** Fatal complaints of programs, recognized by form rather than by any one word. */
const COMPLAINT =
  /^[\w./-]{1,60}: .{0,200}(?:No such file|Permission denied|not found|cannot |can't |denied|failed|refused|invalid )|^(?:fatal|error|panic|FATAL|ERROR)(?:\[\w+\])?: |\bat \S+ line \d+\.?$|^Traceback \(most|: (?:No such file or directory|Permission denied|command not found|Connection refused)\b/;

/** Words of which `LEFT_OUT` needs one. Searching for them first takes a fifth of the time. */
const LEFT_OUT_WORD = /total output|truncated|omitted|elided|not shown|\d more /i;
/** Matches a short line that says how much of a text its host or program has left out already. */
const LEFT_OUT =
  /^(?=.{0,160}$)(?:Total output lines: \d|.*\d (?:more |of \d[\d,.]* )?(?:lines?|char(?:acter)?s?|tokens?|bytes|rows|items|results|matches)\b.{0,24}\b(?:truncated|omitted|elided|not shown)\b|.*\b(?:truncated|omitted|elided)\b.{0,24}\d (?:lines?|char(?:acter)?s?|tokens?|bytes|rows|items|results|matches)\b|Warning: truncated output |\W{0,9}\d[\d,.]* more (?:lines|rows|items|results|matches)\W*$)/i;

/** Words for trouble. They are evidence in the output of a failed run, and mean little elsewhere. */
const TROUBLE =
  /\b(?:unable to|could(?: not|n't)|can(?:not|'t)|(?:did|does|do|is|are|was|were)(?: not|n't) (?:match|exist|allow|support|permit|run|start|respond|valid|fit|agree|equal|compile|parse|resolve)|mismatch(?:ed)?|differs?\b|conflicts?|missing|denied|refused|rejected|invalid|illegal|malformed|corrupt(?:ed)?|bad|broken|timed out|unexpected|expected .{1,80} (?:got|but|found|actual)|unterminated|unknown|unrecogni[sz]ed|unsupported|unresolved|undefined|undeclared|out of (?:range|bounds|space|date)|overflow|violat(?:ion|es?)|g(?:ave|iving) up|problem|wrong|unreachable|deadlock|leak(?:s|ed)?|stale|disconnected|dropped|expired|too (?:many|large|long|small|few|short|old|deep)|would re(?:format|write)|not (?:allowed|permitted|supported|available|implemented|unique|installed))\b|^\W*[\u2717\u2718\u00d7\u2715\u2716\u274c]|^BAD\b/i;

/** Matches values by which reporters mark a failed test or check in JSON. The line with its name is shown too. */
const FAILED_VALUE =
  /"(?:status|state|result|outcome|action|conclusion)"\s*:\s*"(?:fail\w*|error\w*|broken)"|"(?:message|error|err|reason|longrepr|failure_?messages?)"\s*:\s*\[?\s*"[^"]{3}|"output"\s*:\s*"(?:\s*--- FAIL|\s*[\w./-]+:\d+|panic: |FAIL)/i;
/** Values that end the whole run. Always shown, no matter how many tests failed before. */
const FATAL_VALUE = /"output"\s*:\s*"(?:\\t)?(?:panic|fatal error): /i;

const CONTEXT = 3;
const TRACES = 3;
const FRAMES = 20;
const LAST = 10;
/** Max lines shown that differ only in their numbers, because they may be about different things. */
const ALIKE = 4;
const MAX_ERRORS = 40;
/** Lines kept of those of which the last count. */
const LAST_ALIKE = 6;
const MAX_LINES = 20;
/** Max errors and warnings; of a log without a failure, fewer, because its question may be about something else. */
const MOST = { errors: MAX_ERRORS, warnings: MAX_LINES } as const;
const FEW = { errors: 12, warnings: 8 } as const;
/** Max additional lines of new forms, so that hundreds of files that are not found do not hide another error. */
const MAX_ODD = 10;
/** Max kinds of state changes, and max occurrences of each. Frequent ones are no news. */
const MAX_STATES = 20;
const RARE = 3;
/** Max failing records kept whole. Of further ones, only the first line is kept. */
const MAX_WHOLE = 8;
const MAX_HEADS = 60;
const RECORD_LINES = 60;
/** Cost of one pass over the text, as a share of the cost of counting tokens. */
const SHARE = 0.15;

export interface EvidenceOf {
  readonly lines: Lines;
  readonly policy: Pick<Policy, 'kind' | 'evidence'>;
  readonly records?: Runs | undefined;
  /** Foreign stack frames that need not be shown; one byte a line. */
  readonly aside?: Uint8Array | undefined;
  /** True if the text is the output of a failed command. */
  readonly failed?: boolean | undefined;
}

/**
 * Marks lines that are never dropped, one byte a line: notices that text was left out, distinct errors (the first and
 * last with context), failing tests and summaries. Also keeps at most three stack traces of at most twenty lines, the user's own frames first.
 * After a failure, it keeps the last lines of any text.
 */
export function* hardEvidence({
  lines,
  policy,
  records,
  failed = false,
  ...of
}: EvidenceOf): CooperativeTask<Uint8Array> {
  const keep = new Uint8Array(lines.count);
  const aside = of.aside ?? new Uint8Array(lines.count);
  const { kind, evidence = {} } = policy;
  // Output of a failed command may look like code, because compilers and test runners quote it.
  const isOutput = kind !== 'diff' && kind !== 'json';
  yield* keepMatching(lines, keep, { test: (line) => LEFT_OUT_WORD.test(line) && LEFT_OUT.test(line) });
  if (evidence.errors || (failed && isOutput)) {
    const max = !failed && evidence.states === true ? FEW : MOST;
    yield* keepErrors(lines, aside, keep, max.errors);
    yield* keepMatching(lines, keep, WARNING, max.warnings);
  } else if (evidence.complaints) yield* keepMatching(lines, keep, COMPLAINT);
  if (evidence.states) yield* keepStates(lines, keep);
  if (evidence.lines) yield* keepMatching(lines, keep, evidence.lines);
  if (evidence.last) yield* keepLast(lines, keep, evidence.last);
  if (evidence.records && records) yield* keepRecords(lines, aside, keep, records, evidence.records);
  if (failed && isOutput) {
    yield* keepMatching(lines, keep, TROUBLE);
    for (const i of yield* oddLines(lines)) keep[i] = 1;
  }
  if (failed && kind === 'json') yield* keepFailedValues(lines, keep);
  if (failed) keepTail(lines, keep);
  return keep;
}

function* keepErrors(lines: Lines, aside: Uint8Array, keep: Uint8Array, max: number): CooperativeTask<void> {
  const { count } = lines;
  const seen = new Set<string>();
  const room = new Room(max);
  let traces = 0;
  let first = -1;
  let last = -1;
  let summaries = 0;
  let walked = 0; // the line after the last trace
  for (let i = 0, part = 0; i < count; i++) {
    if (i === part) {
      part = partEnd(lines, i);
      yield sizeOf(lines, i, part) * SHARE;
    }
    const line = head(lines, i);
    if (line.length < 3 || aside[i] === 1) continue;
    const failing = isFailure(line);
    const summary = !failing && (SUMMARY.test(line) || OUTCOME.test(line)) && summaries++ < 20;
    if (summary) keep[i] = 1;
    if (!failing) continue;
    last = i;
    if (first < 0) first = i;
    // Inside a trace that was already walked (`Caused by:`), a line is judged alone.
    const end = i < walked ? i + 1 : traceEnd(lines, i);
    const traced = end > i + 1;
    walked = Math.max(walked, end);
    // An error that differs only in numbers adds nothing. `Traceback` alone is not the error: its last line is.
    const key = plainOf(traced ? `${line}\n${head(lines, end - 1)}\n${end < count ? head(lines, end) : ''}` : line);
    if (seen.has(key) || !room.takes(line)) continue;
    seen.add(key);
    keep[i] = 1;
    if (traced && traces < TRACES) {
      traces++;
      keepTrace(aside, keep, i, end);
    }
  }
  for (const at of [first, last]) {
    if (at >= 0) keepAround(lines, aside, keep, at);
  }
}

function isFailure(line: string): boolean {
  return [ERROR, ERROR_NAME, BAD_LEVEL, ELSEWHERE].some((of) => of.test(line)) && !CLEAN.test(line);
}

/** Keeps the lines around an error. */
function keepAround({ count }: Lines, aside: Uint8Array, keep: Uint8Array, at: number): void {
  const to = Math.min(count - 1, at + CONTEXT);
  for (let i = Math.max(0, at - CONTEXT); i <= to; i++) if (aside[i] === 0) keep[i] = 1;
}

/** Keeps at most twenty lines of the trace `[from, end)`, without skippable foreign frames. */
function keepTrace(aside: Uint8Array, keep: Uint8Array, from: number, end: number): void {
  let left = FRAMES;
  for (let i = from; i < end && left > 0; i++) {
    if (aside[i] === 1) continue;
    keep[i] = 1;
    left--;
  }
}

function* keepMatching(
  lines: Lines,
  keep: Uint8Array,
  pattern: Pick<RegExp, 'test'>,
  max = MAX_LINES,
): CooperativeTask<void> {
  const room = new Room(max);
  const seen = new Map<string, number>();
  yield* parts(lines, SHARE, (from, to) => {
    for (let i = from; i < to && !room.isFull; i++) {
      const line = lineHead(lines, i);
      if (!pattern.test(line)) continue;
      const key = plainOf(line);
      const times = seen.get(key) ?? 0;
      if (times >= ALIKE || !room.takes(line)) continue;
      seen.set(key, times + 1);
      keep[i] = 1;
    }
  });
}

/** Keeps the last lines that match. */
function* keepLast(lines: Lines, keep: Uint8Array, pattern: RegExp): CooperativeTask<void> {
  const found: number[] = [];
  yield* parts(lines, SHARE, (from, to) => {
    for (let i = from; i < to; i++) if (pattern.test(lineHead(lines, i))) found.push(i);
  });
  for (const i of found.slice(-LAST_ALIKE)) keep[i] = 1;
}

/** Keeps failures reported in JSON. */
function* keepFailedValues(lines: Lines, keep: Uint8Array): CooperativeTask<void> {
  yield* keepMatching(lines, keep, FATAL_VALUE);
  yield* keepMatching(lines, keep, FAILED_VALUE);
}

function* keepStates(lines: Lines, keep: Uint8Array): CooperativeTask<void> {
  const places = new Map<string, number[]>();
  yield* parts(lines, SHARE, (from, to) => {
    for (let i = from; i < to; i++) {
      const line = lineHead(lines, i);
      if (!STATE.test(line)) continue;
      const key = plainOf(line);
      const known = places.get(key);
      if (known === undefined) places.set(key, [i]);
      else if (known.length <= RARE) known.push(i);
    }
  });
  const rare = [...places.values()].filter((at) => at.length <= RARE);
  // If there are many, keep the first and last ones: how it began and how it ended.
  const some = rare.length <= MAX_STATES ? rare : [...rare.slice(0, MAX_STATES / 2), ...rare.slice(-MAX_STATES / 2)];
  for (const i of some.flat()) keep[i] = 1;
}

/** Keeps the records of a failure: the first ones whole, and the naming line of further ones. */
function* keepRecords(
  lines: Lines,
  aside: Uint8Array,
  keep: Uint8Array,
  records: Runs,
  failing: RegExp,
): CooperativeTask<void> {
  const seen = new Set<string>();
  let last = -1;
  yield* parts(lines, SHARE, (from, to) => {
    for (let i = from; i < to; i++) {
      const record = records.of[i] as number;
      if (record === last || seen.size >= MAX_HEADS) continue;
      const line = lineHead(lines, i);
      if (!failing.test(line)) continue;
      last = record;
      // `seen` counts distinct lines, because a test may be named twice. A repeated line is kept all the same: another
      // test may fail in the same way.
      if (seen.size >= MAX_WHOLE) {
        seen.add(line);
        keep[i] = 1;
        continue;
      }
      seen.add(line);
      const start = records.starts[record] as number;
      const end = Math.min(records.starts[record + 1] as number, start + RECORD_LINES);
      for (let k = start; k < end; k++) if (aside[k] === 0) keep[k] = 1;
    }
  });
}

/** Limits the number of kept lines. If most are of one form, there is room for a few more with new forms. */
class Room {
  readonly #lines: number;
  readonly #forms = new Map<string, number>();
  #taken = 0;
  #most = 0;

  constructor(lines: number) {
    this.#lines = lines;
  }

  get isFull(): boolean {
    const isCommon = this.#most > this.#lines / 2;
    return this.#taken >= this.#lines + (isCommon ? MAX_ODD : 0);
  }

  /** Returns true if there is room for the line, and takes it. */
  takes(line: string): boolean {
    if (this.isFull) return false;
    const form = lineForm(line);
    const before = this.#forms.get(form) ?? 0;
    if (this.#taken >= this.#lines && before > 0) return false;
    this.#forms.set(form, before + 1);
    this.#most = Math.max(this.#most, before + 1);
    this.#taken++;
    return true;
  }
}

/** Returns a line without its numbers and its ids in hexadecimal digits. */
function plainOf(error: string): string {
  return error.replaceAll(/\b(?=[a-f-]*\d)[\da-f]{8,}(?:-[\da-f]{4,})*\b|0x[\da-f]+|\d+/gi, '0').trim();
}

/** Returns the line after the stack trace that follows line `i` (frames and the code lines between them). */
function traceEnd(lines: Lines, i: number): number {
  let end = i + 1;
  for (let k = i + 1; k < lines.count && k < i + 200; k++) {
    const line = head(lines, k);
    if (FRAME.test(line)) end = k + 1;
    else if (k - end >= 2 || line.trim() === '') break;
  }
  return end;
}

function keepTail(lines: Lines, keep: Uint8Array): void {
  let left = LAST;
  for (let i = lines.count - 1; i >= 0 && left > 0; i--) {
    keep[i] = 1;
    if (lines.starts[i] !== lines.ends[i]) left--;
    if (lines.count - i > LAST * 2) break;
  }
}

function head(lines: Lines, i: number): string {
  return lineHead(lines, i, 400);
}
