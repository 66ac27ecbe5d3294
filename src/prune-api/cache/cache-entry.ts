import * as z from 'zod';
import { tryJson } from '../../base/json/read-json.ts';
import type { LineReason, PruneRequest } from '../../engine/pruner.ts';
import { render } from '../../engine/render/render.ts';
import { REASONS } from '../../engine/score/scorer.ts';
import type { CutLine } from '../../text/cut-line.ts';
import { splitLines } from '../../text/lines.ts';
import { isNotice } from '../../text/unmatched.ts';
import { textKind } from '../fields.ts';
import type { Measured } from '../measured.ts';
import { pythonLineCount } from '../python-lines.ts';

/** Encodes a partially shown line as numbers: line, number of parts, first and last character of each. */
const toNumbers = ({ line, shown }: CutLine): readonly number[] => [line, shown.length, ...shown.flat()];

/** Decodes the numbers; undefined if they do not fit the text. */
function toCutLines(numbers: readonly number[], { text }: PruneRequest): readonly CutLine[] | undefined {
  const { starts, ends, count } = splitLines(text);
  const cuts: CutLine[] = [];
  for (let at = 0; at < numbers.length; ) {
    const line = numbers[at] as number;
    const parts = numbers[at + 1] ?? 0;
    const to = at + 2 + parts * 2;
    if (line < 1 || line > count || parts < 1 || to > numbers.length) return undefined;
    const shown: [number, number][] = [];
    let last = 0;
    for (at += 2; at < to; at += 2) {
      const [first = 0, end = 0] = numbers.slice(at, at + 2);
      if (first <= last || end < first) return undefined;
      shown.push([first, end]);
      last = end;
    }
    if (last > (ends[line - 1] as number) - (starts[line - 1] as number)) return undefined;
    cuts.push({ line, shown });
  }
  return cuts;
}

/** Scores have four decimals. */
const SCALE = 1e4;

const upTo = (max: number) => (value: unknown) =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= max;
const isShare = upTo(SCALE);
const isCount = upTo(Number.MAX_SAFE_INTEGER);

const count = z.int().gte(0);
// Hand-written, because a list has one entry per line and a cache hit must cost next to nothing.
const counts = z.custom<number[]>((value) => Array.isArray(value) && value.every(isCount));
const shares = z.custom<number[]>((value) => Array.isArray(value) && value.every(isShare));

/** An answer without any of the text: line numbers, scores, counts. */
const entry = z.object({
  lines: count,
  changed: z.boolean(),
  /** Runs of kept lines: first, last, first, last… */
  kept: counts,
  /** Partially shown lines: line, number of parts, first and last character of each, … */
  cuts: counts.optional(),
  /** Runs of reasons of kept lines: an index into `REASONS`, count, … */
  reasons: counts,
  scores: shares,
  score: z.int().gte(0).lte(SCALE),
  in: count,
  out: count,
  question: count,
  kind: textKind.nullable(),
  method: z.string().nullable(),
  engine: z.enum(['embedded', 'remote']).nullable(),
  recall: z.int().gte(0).lte(SCALE).optional(),
  notice: z.string().refine(isNotice).optional(),
});

/** Serializes an answer. */
export function toCacheEntry(measured: Measured): string {
  const written: z.infer<typeof entry> = {
    lines: measured.lineCount,
    changed: measured.changed,
    kept: toRuns(measured.keptLines),
    ...(measured.cutLines !== undefined && { cuts: measured.cutLines.flatMap(toNumbers) }),
    reasons: toCounts(measured.reasons),
    scores: measured.scores.map((one) => Math.round(one * SCALE)),
    score: Math.round(measured.score * SCALE),
    in: measured.tokensIn,
    out: measured.tokensOut,
    question: measured.questionTokens,
    kind: measured.kind,
    method: measured.method,
    engine: measured.engine,
    ...(measured.notice !== undefined && { notice: measured.notice }),
    ...(measured.expectedRecall !== undefined && { recall: Math.round(measured.expectedRecall * SCALE) }),
  };
  return JSON.stringify(written);
}

/** Restores an answer, rendered from the request's own text; undefined if the entry does not fit that text. */
export function fromCacheEntry(value: string, request: PruneRequest): Measured | undefined {
  const read = entry.safeParse(tryJson(value));
  if (!read.success) return undefined;
  const { lines: lineCount, changed, scores, recall } = read.data;
  const keptLines = fromRuns(read.data.kept, lineCount);
  const reasons = fromCounts(read.data.reasons);
  const cutLines = read.data.cuts && toCutLines(read.data.cuts, request);
  if (keptLines === undefined || reasons === undefined) return undefined;
  if (read.data.cuts !== undefined && cutLines === undefined) return undefined;
  if (reasons.length !== keptLines.length || scores.length !== lineCount) return undefined;
  const { notice } = read.data;
  const shown = changed
    ? shownText(request, { lineCount, keptLines, cutLines }, notice)
    : wholeText(request, keptLines, lineCount);
  if (shown === undefined) return undefined;
  return {
    ok: true,
    text: shown,
    changed,
    lineCount,
    keptLines,
    ...(cutLines !== undefined && { cutLines }),
    ...(notice !== undefined && { notice }),
    scores: scores.map((one) => one / SCALE),
    reasons,
    score: read.data.score / SCALE,
    ...(recall !== undefined && { expectedRecall: recall / SCALE }),
    tokensIn: read.data.in,
    tokensOut: read.data.out,
    questionTokens: read.data.question,
    kind: read.data.kind,
    method: read.data.method,
    engine: read.data.engine,
    refusal: null,
    fallbackReason: null,
    cache: 'hit',
  };
}

function shownText(
  request: PruneRequest,
  { lineCount, keptLines, cutLines }: Pick<Measured, 'lineCount' | 'keptLines' | 'cutLines'>,
  notice: string | undefined,
): string | undefined {
  const lines = splitLines(request.text);
  if (lines.count !== lineCount || (keptLines.length === lineCount && cutLines === undefined)) return undefined;
  const keep = new Uint8Array(lineCount);
  for (const line of keptLines) keep[line - 1] = 1;
  return render(lines, keep, request.markers ?? 'plain', { firstLine: request.firstLine, notice, cuts: cutLines }).text;
}

function wholeText({ text }: PruneRequest, keptLines: readonly number[], lineCount: number): string | undefined {
  return keptLines.length === lineCount && pythonLineCount(text) === lineCount ? text : undefined;
}

function toRuns(keptLines: readonly number[]): number[] {
  const runs: number[] = [];
  for (const line of keptLines) {
    if (runs.at(-1) === line - 1) runs[runs.length - 1] = line;
    else runs.push(line, line);
  }
  return runs;
}

function fromRuns(runs: readonly number[], lineCount: number): number[] | undefined {
  const lines: number[] = [];
  let last = 0;
  for (let i = 0; i < runs.length; i += 2) {
    const from = runs[i] as number;
    const to = runs[i + 1] ?? -1;
    if (from <= last || to < from || to > lineCount) return undefined;
    for (let line = from; line <= to; line++) lines.push(line);
    last = to;
  }
  return lines;
}

function toCounts(reasons: readonly LineReason[]): number[] {
  const counts: number[] = [];
  let last: LineReason | undefined;
  for (const reason of reasons) {
    if (reason === last) counts[counts.length - 1] = (counts.at(-1) as number) + 1;
    else counts.push(REASONS.indexOf(reason), 1);
    last = reason;
  }
  return counts;
}

function fromCounts(counts: readonly number[]): LineReason[] | undefined {
  const reasons: LineReason[] = [];
  for (let i = 0; i < counts.length; i += 2) {
    const reason = REASONS[counts[i] as number];
    const times = counts[i + 1] ?? 0;
    // Entries are untrusted: one must not make us build an endless array.
    if (reason === undefined || times > MAX_LINES) return undefined;
    for (let k = 0; k < times; k++) reasons.push(reason);
  }
  return reasons;
}

const MAX_LINES = 50_000_000;
