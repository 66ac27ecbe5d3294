import { writeFileSync } from 'node:fs';
import { evaluateSessions } from '../../../launcher/eval/sessions/evaluate-sessions.ts';
import { cellsOf } from '../../../launcher/eval/sessions/judging/cells-of.ts';
import type { Point } from '../../../launcher/eval/sessions/judging/judgement.ts';
import { findSessions } from '../../../launcher/eval/sessions/sources/find-sessions.ts';
import { createSessionSums } from '../../../launcher/eval/sessions/sums/session-sums.ts';
import { NOTICE } from '../../../launcher/pruning/raw-notice.ts';
import { createEmbeddedPruner } from '../../../src/pruning/embedded.ts';
import type { RecallCurve } from '../../../src/pruning/expected-recall/expected-recall.ts';
import { RECALL_CURVES } from '../../../src/pruning/expected-recall/recall-curves.ts';
import type { Pruner } from '../../../src/pruning/pruner.ts';
import { estimateTokens } from '../../../src/pruning/tokens.ts';
import { type Recall, reliabilityTable } from '../sessions/reliability-table.ts';
import { at, type Curve, fitCurve } from './fit-curve.ts';

/**
 * `node test/bench/train/recall-curves.ts OUT.ts CLONE…`: finds out what share of the needed lines the engine's answers show by
 * what they estimate, on recorded sessions that its trees were not fitted on, and writes it as
 * src/pruning/expected-recall/recall-curves.ts. Prints how well each curve does on each repository that it was not fitted on.
 */
interface Seen extends Recall {
  readonly repo: string;
}

const engine = createEmbeddedPruner();
/** As a caller without a session asks. */
const alone: Pruner = { prune: ({ context: _, ...request }, options) => engine.prune(request, options) };
const ASKED: Readonly<Record<RecallCurve, readonly (readonly [Point, Pruner])[]>> = {
  words: [
    ['own', engine],
    ['own', alone],
    [0.2, alone],
    [0.4, alone],
  ],
  question: [['own', engine]],
  share: [
    [0.2, engine],
    [0.4, engine],
  ],
  automatic: [
    ['balanced', engine],
    ['careful', engine],
  ],
};

const [out = '', ...repos] = process.argv.slice(2);
if (repos.length === 0) throw new Error('which repositories? node test/bench/train/recall-curves.ts OUT.ts CLONE…');
const signal = new AbortController().signal;
const lines = [
  '// Written by test/bench/train/recall-curves.ts: see docs/learned-scorer.md.',
  '/** Maps an estimated share of the needed lines to the share that answers showed: `[slope, intercept]` on log-odds. */',
  'export const RECALL_CURVES: Readonly<Record<string, readonly [number, number]>> = {',
];
for (const [name, asked] of Object.entries(ASKED) as [RecallCurve, (typeof ASKED)[RecallCurve]][]) {
  const seen = await estimates(name, asked);
  const byOthers = repos.flatMap((repo) => {
    const curve = fitCurve(seen.filter((one) => one.repo !== repo));
    return seen
      .filter((one) => one.repo === repo)
      .map(({ expected, actual }) => ({ expected: at(curve, expected), actual }));
  });
  console.log(`${name}, each repository by the curve of the others:\n\n${reliabilityTable(byOthers)}\n`);
  lines.push(
    `  ${name}: [${fitCurve(seen)
      .map((value) => Math.round(value * 1000) / 1000)
      .join(', ')}],`,
  );
}
writeFileSync(out, `${[...lines, '};'].join('\n')}\n`);

/** What answers of one kind estimate and showed: of all others nothing is told. */
async function estimates(name: RecallCurve, asked: (typeof ASKED)[RecallCurve]): Promise<readonly Seen[]> {
  const untold: Curve = [Number.NaN, 0];
  Object.assign(RECALL_CURVES, { words: untold, question: untold, share: untold, automatic: untold, [name]: [1, 0] });
  const seen: Seen[] = [];
  for (const [point, pruner] of asked) {
    const points = [point];
    const judge = { pruner, count: estimateTokens, overheadTokens: NOTICE.tokens, points, signal };
    for (const repo of repos) {
      await evaluateSessions(findSessions({ paths: [repo], signal }), {
        ...{ sums: createSessionSums(cellsOf({ points })), count: estimateTokens, judge },
        onJudged: ({ recall }) => {
          // 1: all is there, which is no expectation.
          if (recall && recall.expected >= 0 && recall.expected < 1) seen.push({ ...recall, repo });
        },
      });
    }
  }
  return seen;
}
