import { hardEvidence } from './evidence.ts';
import { kindOf } from './kind.ts';
import { lexicalScorer } from './lexical-scorer.ts';
import { type Lines, splitLines } from './lines.ts';
import { outline, Role } from './outline.ts';
import type { LineReason, PruneDetails, Pruned, PruneRequest, Pruner, TextKind } from './pruner.ts';
import { render } from './render.ts';
import { type LineScorer, REASONS, Reason } from './scorer.ts';
import { byBudget, byThreshold, cost, Kept, type Selection } from './select.ts';
import { leastTokens, lineTokens } from './tokens.ts';

export const DEFAULT_THRESHOLD = 0.5;

/** Shares are estimated: 19 answers of 20 came within 1.03 of the share asked for when counted in o200k. */
const SHARE_MARGIN = 0.95;

/** Tokens of a marker line, from above. */
const MARKER_TOKENS = { plain: 7, ranges: 13 } as const;

/**
 * Prunes a text by a question: pure, synchronous, the same answer on every runtime. Never throws on any text.
 * Lines (0-based inside, 1-based in the answer) are the unit: none is cut or changed.
 */
export function pruneText(
  request: PruneRequest,
  scorer: LineScorer = lexicalScorer,
): Pruned & { details: PruneDetails } {
  const lines = splitLines(request.text);
  const kind = request.kind ?? kindOf(lines, request.path);
  const method = `${scorer.name}/${scorer.version}`;
  if (lines.ambiguous || kind === 'diff' || lines.count < 3) return whole(lines, kind, method, 1);

  const shape = outline(lines);
  const { scores, reasons, documentScore } = scorer.score({ kind, path: request.path, lines, shape }, request.question);
  const tokens = lineTokens(lines);
  let total = 0;
  for (const t of tokens) total += t;
  const evidence = hardEvidence(lines, kind, request.failed === true);
  for (let i = 0; i < lines.count; i++) if (evidence[i] === 1) reasons[i] = Reason.evidence;
  if (request.keepFirstLine === true && evidence[0] === 0) {
    evidence[0] = 1;
    reasons[0] = Reason.first;
  }
  const style = request.markers ?? 'plain';
  const from: Selection = {
    lines,
    scores,
    tokens,
    markerTokens: MARKER_TOKENS[style],
    evidence,
    headers: headersOf(shape.parents, shape.roles, kind),
  };
  const share = request.targetRatio ?? 1;
  const limit = Math.min(share < 1 ? total * share * SHARE_MARGIN : total, request.maxTokens ?? total);
  const limited = request.targetRatio !== undefined || request.maxTokens !== undefined;
  if (limited ? total <= limit : documentScore === 0) return whole(lines, kind, method, documentScore);

  const keep = limited
    ? byBudget(from, limit, request.threshold ?? 0)
    : byThreshold(from, request.threshold ?? DEFAULT_THRESHOLD);
  if (!saves(from, keep, total)) return whole(lines, kind, method, documentScore);
  const rendered = render(lines, keep, style, request.firstLine ?? 1);
  if (rendered.keptLines.length === lines.count) return whole(lines, kind, method, documentScore);
  const names: LineReason[] = new Array(lines.count);
  for (let i = 0; i < lines.count; i++) {
    names[i] = reasonOf(reasons[i] as number, keep[i] as number);
  }
  return {
    ok: true,
    text: rendered.text,
    engine: 'embedded',
    details: {
      kind,
      method,
      lineCount: lines.count,
      keptLines: rendered.keptLines,
      lineScores: scores,
      reasons: names,
      score: documentScore,
      changed: true,
    },
  };
}

/** The embedded engine behind the port. Each call runs to its end at once; `signal` is looked at before it starts. */
export function createEmbeddedPruner(scorer: LineScorer = lexicalScorer): Pruner {
  return {
    async prune(request, options) {
      options?.signal?.throwIfAborted();
      return pruneText(request, scorer);
    },
  };
}

function whole(lines: Lines, kind: TextKind, method: string, score: number): Pruned & { details: PruneDetails } {
  const { count } = lines;
  return {
    ok: true,
    text: lines.text,
    engine: 'embedded',
    details: {
      kind,
      method,
      lineCount: count,
      keptLines: Array.from({ length: count }, (_, i) => i + 1),
      lineScores: new Float32Array(count).fill(1),
      reasons: new Array<LineReason>(count).fill('whole'),
      score,
      changed: false,
    },
  };
}

/** Whether less is left by any measure: the estimate, and what a removed line costs at the least against its marker. */
function saves(from: Selection, keep: Uint8Array, total: number): boolean {
  if (cost(from, keep) >= total) return false;
  const { text, starts, ends } = from.lines;
  let balance = 0;
  for (let i = 0; i < keep.length; i++) {
    if (keep[i] !== 0) continue;
    balance += leastTokens(text, starts[i] as number, ends[i] as number);
    if (i === 0 || keep[i - 1] !== 0) balance -= from.markerTokens;
  }
  return balance > 0;
}

function reasonOf(reason: number, kept: number): LineReason {
  if (kept === Kept.gap) return 'gap';
  if (kept === Kept.header && reason !== Reason.match && reason !== Reason.definition) return 'header';
  const name = REASONS[reason] as LineReason;
  return kept === Kept.chosen && name === 'none' ? 'neighbour' : name;
}

function headersOf(parents: Int32Array, roles: Uint8Array, kind: TextKind): Int32Array {
  if (kind !== 'source' && kind !== 'json' && kind !== 'data') return new Int32Array(parents.length).fill(-1);
  return parents.map((p, i) => (roles[i] === Role.blank ? -1 : p));
}
