import type { CountTokens } from '../../../../src/base/tokens/count-tokens.ts';
import type { Pruned, Pruner } from '../../../../src/engine/pruner.ts';
import { bm25 } from '../../sessions/judging/baselines/bm25.ts';
import { keptLines } from '../../sessions/judging/kept-lines.ts';
import type { EvalCase, LineRange } from './eval-case.ts';
import { keepBest } from './keep-best.ts';

/** Share of a case's answer that some lines contain, 0 to 1. */
export interface Recall {
  /** Share of the answer's ranges of which at least one line is kept. */
  readonly hit: number;
  /** Share of the answer's lines that are kept. */
  readonly cover: number;
}

export interface Verdict {
  readonly of: EvalCase;
  /** Tokens of the pruned text, including markers, divided by those of the original. */
  readonly share: number;
  readonly ms: number;
  /** Engine that answered, which may be a fallback for the configured one. */
  readonly engine: Pruned['engine'];
  readonly pruner: Recall;
  /** Baselines, each with as many tokens as the pruned text. */
  readonly bm25: Recall;
  readonly head: Recall;
}

export interface JudgeOptions {
  readonly pruner: Pruner;
  readonly count: CountTokens;
  /** Max share of the tokens to keep; undefined for the pruner's own choice. */
  readonly ratio: number | undefined;
  readonly signal: AbortSignal;
  /** Milliseconds since any fixed time. */
  readonly now: () => number;
}

/** Asks the pruner a case's question and looks for the answer in what it kept. Rejects if the pruner fails. */
export async function judge(of: EvalCase, { pruner, count, ratio, signal, now }: JudgeOptions): Promise<Verdict> {
  const { text, question, path } = of;
  const start = now();
  const pruned = await pruner.prune({ text, question, path, targetRatio: ratio, markers: 'ranges' }, { signal });
  const ms = now() - start;
  if (!pruned.ok) throw new Error(`the pruner failed: ${pruned.message}`);
  const lines = text.split('\n');
  const costs = lines.map((line) => count(`${line}\n`));
  const tokens = count(pruned.text);
  const own = pruned.details === undefined ? keptLines(text, pruned.text) : new Set(pruned.details.keptLines);
  const best = (scores: Float64Array): Recall => recall(of.gold, keepBest(scores, costs, tokens));
  return {
    ...{ of, share: tokens / count(text), ms, engine: pruned.engine },
    pruner: recall(of.gold, own),
    bm25: best(bm25(lines, question)),
    head: best(Float64Array.from(lines, (_, at) => -at)),
  };
}

export function recall(gold: readonly LineRange[], kept: ReadonlySet<number>): Recall {
  let hits = 0;
  let lines = 0;
  let covered = 0;
  for (const [first, last] of gold) {
    const before = covered;
    for (let line = first; line <= last; line++) if (kept.has(line)) covered++;
    lines += last - first + 1;
    if (covered > before) hits++;
  }
  return { hit: hits / gold.length, cover: covered / lines };
}
