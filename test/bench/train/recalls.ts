import { writeFileSync } from 'node:fs';
import { evaluateSessions } from '../../../launcher/eval/sessions/evaluate-sessions.ts';
import { cellsOf } from '../../../launcher/eval/sessions/judging/cells-of.ts';
import { findSessions } from '../../../launcher/eval/sessions/sources/find-sessions.ts';
import { createSessionSums } from '../../../launcher/eval/sessions/sums/session-sums.ts';
import { NOTICE } from '../../../launcher/pruning/raw-notice.ts';
import { createEmbeddedPruner } from '../../../src/pruning/embedded.ts';
import { RECALLS } from '../../../src/pruning/learned/recalls.ts';
import { estimateTokens } from '../../../src/pruning/tokens.ts';

/**
 * `node test/bench/train/recalls.ts OUT.ts REPO…`: finds out what share of the needed lines the engine's answers show where
 * its trees expect a given share, on recorded sessions that the trees were not fitted on, and writes it as
 * src/pruning/learned/recalls.ts. The curve never falls: isotonic regression by pooling adjacent violators.
 */
const CURVES = { question: 'own', automatic: 'balanced' } as const;
const STEPS = 20;

interface Pool {
  expected: number;
  actual: number;
  count: number;
}

const [out = '', ...repos] = process.argv.slice(2);
if (repos.length === 0) throw new Error('which repositories? node test/bench/train/recalls.ts OUT.ts REPO…');
const even = Array.from({ length: STEPS + 1 }, (_, at) => at / STEPS);
// The engine's own expectation, as the trees give it.
Object.assign(RECALLS, { question: even, automatic: even });

const signal = new AbortController().signal;
const curves: Record<string, readonly number[]> = {};
for (const [purpose, point] of Object.entries(CURVES)) {
  const seen: Pool[] = [];
  const points = [point];
  const sums = createSessionSums(cellsOf({ points }));
  const judge = {
    pruner: createEmbeddedPruner(),
    count: estimateTokens,
    overheadTokens: NOTICE.tokens,
    points,
    signal,
  };
  for (const repo of repos) {
    await evaluateSessions(findSessions({ paths: [repo], signal }), {
      ...{ sums, count: estimateTokens, judge },
      onJudged: ({ recall }) => void (recall !== undefined && seen.push({ ...recall, count: 1 })),
    });
  }
  curves[purpose] = curveOf(seen);
  process.stderr.write(`${purpose}: ${seen.length} answers\n`);
}
const lines = [
  '// Written by test/bench/train/recalls.ts: see docs/learned-scorer.md.',
  '/** What was shown of the needed lines where the trees expected 0, 0.05 … 1 of them to be. */',
  `export const RECALLS: Readonly<Record<string, readonly number[]>> = ${JSON.stringify(curves)};`,
];
writeFileSync(out, `${lines.join('\n')}\n`);

/** The best curve through the points that never falls, at even steps from 0 to 1. */
function curveOf(points: readonly Pool[]): readonly number[] {
  const pools: Pool[] = [];
  for (const point of [...points].sort((a, b) => a.expected - b.expected)) {
    let last: Pool = { ...point };
    for (let before = pools.at(-1); before !== undefined && before.actual >= last.actual; before = pools.at(-1)) {
      pools.pop();
      last = joined(before, last);
    }
    pools.push(last);
  }
  return even.map((at) => {
    if (at === 1) return 1;
    const next = pools.findIndex(({ expected }) => expected >= at);
    const [from, to] = [pools[Math.max(0, next - 1)] as Pool, pools.at(next) as Pool];
    if (next <= 0 || to.expected === from.expected) return rounded(to.actual);
    return rounded(from.actual + ((to.actual - from.actual) * (at - from.expected)) / (to.expected - from.expected));
  });
}

function joined(one: Pool, two: Pool): Pool {
  const count = one.count + two.count;
  const mean = (a: number, b: number): number => (a * one.count + b * two.count) / count;
  return { expected: mean(one.expected, two.expected), actual: mean(one.actual, two.actual), count };
}

function rounded(share: number): number {
  return Math.round(share * 1000) / 1000;
}
