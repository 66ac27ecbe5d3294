import type { CountLine } from '../../../../launcher/savings/session-cost.ts';
import type { Pruner } from '../../../../src/engine/pruner.ts';
import type { SessionCase } from '../cases/session-case.ts';
import { askEngine, type EngineAnswer, type NamedLines, REFERRED, SHOWN } from './ask-engine.ts';
import { BASELINES, type Baseline } from './baselines/baseline.ts';
import { type HostLimit, keepWithin } from './baselines/host-limit.ts';
import { type CostedLines, costLines } from './cost-lines.ts';
import { type ByNeed, byNeed, type Judgement, type Outcome, type Point } from './judgement.ts';
import { takeLines } from './take-lines.ts';

export interface JudgeCaseOptions {
  readonly pruner: Pruner;
  /** Counts tokens. It is the same for every text and method. */
  readonly count: CountLine;
  /** Operating points to judge. Default: only the pruner's own. */
  readonly points?: readonly Point[] | undefined;
  /** Baselines. Each gets exactly as many tokens as the engine took at the same point. Default: none. */
  readonly baselines?: readonly Baseline[] | undefined;
  /** Hosts' limits, judged once as shipped. Default: none. */
  readonly hosts?: readonly HostLimit[] | undefined;
  /** Tokens that the product adds to a pruned text. Default 0. */
  readonly overheadTokens?: number | undefined;
  /** Returns an answer that is already known, computed when the result arrived. */
  readonly answered?: ((point: Point, of: SessionCase) => EngineAnswer | undefined) | undefined;
  readonly signal: AbortSignal;
}

/** Tokens of a call that reads lines back: the agent's request and the frame of the answer. */
const CALL_TOKENS = 150;

const OWN: readonly Point[] = ['own'];

/**
 * Asks the pruner a case's question, and gives each baseline as many tokens as the answer took. Counts the needed lines
 * that each of them kept. The budget includes the engine's markers, which baselines do not need. Rejects if the pruner
 * fails.
 */
export async function judgeCase(of: SessionCase, options: JudgeCaseOptions): Promise<Judgement> {
  const { pruner, count, points = OWN, baselines = [], hosts = [], overheadTokens = 0, answered, signal } = options;
  const costed = costLines(of.text, count);
  const any = [...new Set(Object.values(of.needs).flat())].sort((a, b) => a - b);
  const needs: ByNeed<readonly number[]> = { ...of.needs, any };
  const orders = new Map(baselines.map((name) => [name, Array.from(BASELINES[name](costed, of.question))]));
  const outcomes: Outcome[] = [];
  let kind: Judgement['kind'] = 'unknown';
  let lost: readonly number[] = [];
  let recall: Judgement['recall'];
  for (const point of points) {
    const ask = { pruner, count, point, overheadTokens, signal };
    const engine = answered?.(point, of) ?? (await askEngine(of, costed, ask));
    kind = engine.kind;
    const inContext = shownTo(any, engine, of.neededAt);
    const missing = any.filter((line) => inContext[line - 1] === 0);
    const { gaps, tokens } = gapsWith(missing, inContext, costed, engine.named);
    outcomes.push({
      ...{ point, method: 'engine', tokens: engine.tokens, kept: keptOf(needs, inContext) },
      fetched: tokens + gaps * CALL_TOKENS,
      lost:
        gaps === 0 ? undefined : { gaps, tokens, at: Math.min(...missing.map((line) => of.neededAt.get(line) ?? 0)) },
    });
    if (point === points[0]) {
      lost = missing;
      const { expectedRecall: expected } = engine;
      if (expected !== undefined && any.length > 0) recall = { expected, actual: 1 - lost.length / any.length };
    }
    for (const [method, order] of orders) {
      outcomes.push({ point, method, ...take(takeLines(order, costed.costs, engine.tokens), costed, needs) });
    }
  }
  for (const method of hosts) {
    outcomes.push({ point: 'shipped', method, ...take(keepWithin(costed.lines, method), costed, needs) });
  }
  return {
    of,
    kind,
    lines: costed.lines.count,
    tokens: costed.total,
    needed: byNeed((need) => needs[need].length),
    outcomes,
    recall,
    lost,
  };
}

/**
 * Returns 1 for each line that the agent sees, 0 for others. A needed line that only a reference shows is missing once
 * the text that it refers to has left the context.
 */
function shownTo(
  needed: readonly number[],
  { kept, clearedAt = Number.POSITIVE_INFINITY }: EngineAnswer,
  neededAt: SessionCase['neededAt'],
): Uint8Array {
  const shown = kept.map((one) => Math.min(one, SHOWN));
  for (const line of needed) {
    if (kept[line - 1] === REFERRED && (neededAt.get(line) ?? 0) >= clearedAt) shown[line - 1] = 0;
  }
  return shown;
}

function take(kept: Uint8Array, costed: CostedLines, needs: ByNeed<readonly number[]>) {
  let tokens = 0;
  for (let i = 0; i < kept.length; i++) if (kept[i] === 1) tokens += costed.costs[i] as number;
  return { tokens, ...among(kept, costed, needs) };
}

function among(kept: Uint8Array, costed: CostedLines, needs: ByNeed<readonly number[]>) {
  const { gaps, tokens } = gapsWith(needs.any, kept, costed);
  return { kept: keptOf(needs, kept), fetched: tokens + gaps * CALL_TOKENS };
}

/**
 * Counts the reads that retrieve the missing needed lines, and their tokens. A line with a name that its gap gives is
 * found by that name, so the agent reads that definition alone. For any other line it reads the whole gap.
 */
function gapsWith(
  needed: readonly number[],
  kept: Uint8Array,
  { lines, costs }: CostedLines,
  named: readonly NamedLines[] = [],
) {
  let gaps = 0;
  let tokens = 0;
  const read = kept.slice();
  for (const line of needed) {
    if (read[line - 1] === 1) continue;
    const text = lines.text.slice(lines.starts[line - 1], lines.ends[line - 1]);
    const { from, to } = around(
      line - 1,
      kept,
      named.filter(({ name }) => text.includes(name)),
    );
    gaps++;
    for (let at = from; at < to; at++) {
      if (read[at] === 0) tokens += costs[at] as number;
      read[at] = 1;
    }
  }
  return { gaps, tokens };
}

function around(line: number, kept: Uint8Array, named: readonly NamedLines[]): Omit<NamedLines, 'name'> {
  const [shortest] = named
    .filter(({ from, to }) => from <= line && line < to)
    .sort((a, b) => a.to - a.from - (b.to - b.from));
  if (shortest !== undefined) return shortest;
  let [from, to] = [line, line + 1];
  while (from > 0 && kept[from - 1] === 0) from--;
  while (to < kept.length && kept[to] === 0) to++;
  return { from, to };
}

function keptOf(needs: ByNeed<readonly number[]>, kept: Uint8Array): ByNeed<number> {
  return byNeed((need) => needs[need].reduce((sum, line) => sum + (kept[line - 1] ?? 0), 0));
}
