import type { CooperativeTask } from '../../text/cooperative-task.ts';
import type { KnownRun } from '../../text/gap-marker.ts';
import type { Lines } from '../../text/lines.ts';
import { MARKER_TOKENS } from '../../text/marker-tokens.ts';
import { isSameLine } from '../../text/same-line.ts';
import { Reason } from '../score/scorer.ts';
import type { Policy } from '../structure/policy.ts';
import { readStructure } from '../structure/structure.ts';
import type { Chosen } from './chosen.ts';
import { knownRuns, MIN_LINES } from './known-runs.ts';
import { nameKnown } from './name-known.ts';
import { Kept } from './select.ts';
import { lineTokens } from './tokens.ts';

/**
 * Replaces lines that the session was given before, and runs of one line, by references, and omits nothing else. Returns
 * the score of the whole text if it saves too little.
 */
export function* referLines({
  request,
  lines,
  by,
  policy,
}: Pick<Chosen, 'request' | 'lines' | 'by'> & { readonly policy: Policy }): CooperativeTask<Chosen | number> {
  const { context, firstLine = 1, markers: style = 'plain', overheadTokens = 0 } = request;
  yield lines.count;
  const equal = equalRuns(lines);
  const given = context?.given === undefined ? [] : yield* knownRuns(lines, context.given);
  const isApart = (run: KnownRun): boolean => !equal.some(({ from, to }) => run.from < to && from < run.to);
  const known = [...equal, ...given.filter(isApart)].sort((a, b) => a.from - b.from);
  if (known.length === 0) return 1;
  const tokens = yield* lineTokens(lines);
  const keep = new Uint8Array(lines.count).fill(Kept.chosen);
  // Errors are always shown, and so is a line whose repeats are left out.
  const { evidence } = yield* readStructure(lines, policy, request);
  const shown = evidence.slice();
  for (const { number } of equal) shown[number] = 1;
  const lookup = { lines, tokens, markerTokens: MARKER_TOKENS[style], shown, firstLine };
  const named = nameKnown(lookup, known, keep);
  let spared = -named.tokens - overheadTokens;
  for (let line = 0; line < keep.length; line++) if (keep[line] === Kept.no) spared += tokens[line] as number;
  if (spared <= 0) return 1;
  const scores = new Float32Array(lines.count).fill(1);
  const reasons = new Uint8Array(lines.count).fill(Reason.none);
  return { request, by, lines, keep, scores, reasons, score: 1, known: named.runs };
}

/** Finds runs of lines that all repeat the line before them. */
function equalRuns(lines: Lines): readonly KnownRun[] {
  const runs: KnownRun[] = [];
  for (let first = 0, next = 1; first < lines.count; first = next++) {
    while (next < lines.count && isSameLine(lines, first, lines, next)) next++;
    const isBlank = lines.starts[first] === lines.ends[first];
    if (next - first > MIN_LINES && !isBlank) runs.push({ from: first + 1, to: next, name: undefined, number: first });
  }
  return runs;
}
