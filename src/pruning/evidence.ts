import type { Lines } from './lines.ts';
import type { TextKind } from './pruner.ts';
import { partEnd, type Steps, sizeOf } from './steps.ts';

const ERROR =
  /\b(error|fatal|panic(ked)?|exception|traceback|segfault|segmentation fault|assert(ion)?(error)?|undefined reference|cannot find|not found|permission denied|out of memory|killed|abort(ed)?|unhandled|uncaught|critical|failed|failure|FAIL|core dumped)\b|[a-z](Error|Exception)\b|^\s*E {2,}\S|^(not ok|\u2717|\u2718|\u00d7)\s|^npm ERR!|\bnot ok\b|^\s*(\u2717|\u2718|\u00d7|\u2715|\u25cf) |--- FAIL/i;
const CLEAN =
  /\b(0|no) (errors?|failures?|failed|exceptions?)\b|\b(errors?|failures?|failed)[:=] *0\b|^\s*(ok|PASS|\u2713|\u221a)\b/i;
const SUMMARY =
  /^\W*(Tests?|Test Files|Test Suites|Suites|Ran)\b:?.*\d|\b\d+ (passed|failed|failing|passing|errors?|tests?)\b|^(FAILED|OK)\b|test result:|^make(\[\d+\])?: \*\*\*|exit (code|status)|Process finished/i;
const FRAME =
  /^\s*(at \S+.{0,300}[:(]|File "[^"]{1,300}", line \d+|\d+: 0x|#\d+ |from \S+:\d+:in |goroutine \d+|\S+\.(go|rs|py|rb|js|ts|java|c|cc|cpp|php):\d+\b)|^\t\S+\.go:\d+|^\s+at .{1,300}$|^\s{2,}\d+: \S/;

const CONTEXT = 3;
const TRACES = 3;
const FRAMES = 20;
const LAST = 10;
const MAX_ERRORS = 40;
/** Share of counting tokens that a pass over the same text takes. */
const SHARE = 0.15;

/**
 * Lines that are never dropped, a byte a line. In logs: distinct error lines (the first and the last with the lines
 * around them), failing tests and summaries, at most three stack traces of at most twenty lines. After a failure: the
 * last lines, whatever the text is.
 */
export function* hardEvidence(lines: Lines, kind: TextKind, failed: boolean): Steps<Uint8Array> {
  const keep = new Uint8Array(lines.count);
  if (kind === 'log' || (failed && (kind === 'data' || kind === 'prose'))) yield* keepErrors(lines, keep);
  if (failed) keepTail(lines, keep);
  return keep;
}

function* keepErrors(lines: Lines, keep: Uint8Array): Steps<void> {
  const { count } = lines;
  const seen = new Set<string>();
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
    if (line.length < 3) continue;
    const failing = ERROR.test(line) && !CLEAN.test(line);
    const summary = !failing && SUMMARY.test(line) && summaries++ < 20;
    if (summary) keep[i] = 1;
    if (!failing) continue;
    last = i;
    if (first < 0) first = i;
    // Inside a trace already walked over (`Caused by:`), a line speaks for itself alone.
    const end = i < walked ? i + 1 : traceEnd(lines, i);
    const traced = end > i + 1;
    walked = Math.max(walked, end);
    // The same error again, but for its numbers, tells nothing new. `Traceback` alone is no error: what it ends in is.
    const key = plainOf(traced ? `${line}\n${head(lines, end - 1)}\n${end < count ? head(lines, end) : ''}` : line);
    if (seen.has(key) || seen.size >= MAX_ERRORS) continue;
    seen.add(key);
    keep[i] = 1;
    if (traced && traces < TRACES) {
      traces++;
      keep.fill(1, i, Math.min(end, i + FRAMES));
    }
  }
  for (const at of [first, last]) {
    if (at >= 0) keep.fill(1, Math.max(0, at - CONTEXT), Math.min(count, at + CONTEXT + 1));
  }
}

function plainOf(error: string): string {
  return error.replaceAll(/0x[0-9a-f]+|\d+/gi, '0').trim();
}

/** The line after the stack trace that follows line `i` (frames, and the code lines between them). */
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
  const from = lines.starts[i] as number;
  return lines.text.slice(from, Math.min(lines.ends[i] as number, from + 400));
}
