import { writeFileSync } from 'node:fs';
import { createEmbeddedPruner } from '../../../src/engine/embedded.ts';
import { estimateTokens } from '../../../src/engine/keep/tokens.ts';
import type { Pruner } from '../../../src/engine/pruner.ts';
import type { RecallCurve } from '../../../src/engine/score/expected-recall.ts';
import { RECALL_CURVES } from '../../../src/engine/score/recall-curves.ts';
import { NOTICE } from '../../../src/text/raw-notice.ts';
import { evaluateSessions } from '../sessions/evaluate-sessions.ts';
import { cellsOf } from '../sessions/judging/cells-of.ts';
import type { Point } from '../sessions/judging/judgement.ts';
import { type Recall, reliabilityTable } from '../sessions/reliability-table.ts';
import { findSessions } from '../sessions/sources/find-sessions.ts';
import { createSessionSums } from '../sessions/sums/session-sums.ts';
import { at, type Curve, fitCurve, type Sample } from './fit-curve.ts';

/**
 * `node test/bench/train/recall-curves.ts OUT.ts CLONE…`: fits curves from the engine's estimates to the share of
 * needed lines that its answers show. Uses recorded sessions that the engine's trees were not fitted on. Writes the
 * curves as src/engine/score/recall-curves.ts. Prints how well each curve does on each repository that it was not
 * fitted on.
 */
interface Seen extends Sample {
  readonly repo: string;
}

/** Curves that each pass one feature through, as log-odds. */
const PROBES: readonly Curve[] = [
  [1, 0, 0],
  [0, 1, 0],
];

const engine = createEmbeddedPruner();
/** Asks like a caller without a session. */
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
    ['more', engine],
    ['default', engine],
  ],
};

const [out = '', ...repos] = process.argv.slice(2);
if (repos.length === 0) throw new Error('which repositories? node test/bench/train/recall-curves.ts OUT.ts CLONE…');
const signal = new AbortController().signal;
const lines = [
  '// Written by test/bench/train/recall-curves.ts: see docs/learned-scorer.md.',
  '/**',
  ' * Maps what is known of an answer to the share of the needed lines that such answers showed: the weights of the estimated',
  ' * share and of the likeliest line left out, and the intercept, on log-odds.',
  ' */',
  'export const RECALL_CURVES: Readonly<Record<string, readonly [number, number, number]>> = {',
];
for (const [name, asked] of Object.entries(ASKED) as [RecallCurve, (typeof ASKED)[RecallCurve]][]) {
  const seen = await estimates(name, asked);
  const byOthers = repos.flatMap((repo) => {
    const curve = fitCurve(seen.filter((one) => one.repo !== repo));
    return seen
      .filter((one) => one.repo === repo)
      .map(({ features, actual }) => ({ expected: at(curve, features), actual }));
  });
  console.log(`${name}, each repository by the curve of the others:\n\n${reliabilityTable(byOthers)}\n`);
  lines.push(
    `  ${name}: [${fitCurve(seen)
      .map((value) => Math.round(value * 1000) / 1000)
      .join(', ')}],`,
  );
}
writeFileSync(out, `${[...lines, '};'].join('\n')}\n`);

/** Returns the features of answers of one kind, and the shares that they showed. */
async function estimates(name: RecallCurve, asked: (typeof ASKED)[RecallCurve]): Promise<readonly Seen[]> {
  const [shares = [], leftOut = []] = [await answers(name, asked, PROBES[0]), await answers(name, asked, PROBES[1])];
  return shares.map(({ repo, expected, actual }, which) => {
    const features = [expected, leftOut[which]?.expected ?? Number.NaN].map((share) => Math.log(share / (1 - share)));
    return { repo, features, actual };
  });
}

/**
 * Returns the expectations of one kind of answer under a curve, and the shares that they showed. Other kinds give no
 * expectation.
 */
async function answers(
  name: RecallCurve,
  asked: (typeof ASKED)[RecallCurve],
  curve: Curve | undefined,
): Promise<readonly (Recall & { readonly repo: string })[]> {
  const untold: Curve = [Number.NaN, 0, 0];
  Object.assign(RECALL_CURVES, { words: untold, question: untold, share: untold, automatic: untold, [name]: curve });
  const seen: (Recall & { readonly repo: string })[] = [];
  for (const [point, pruner] of asked) {
    const points = [point];
    const judge = { pruner, count: estimateTokens, overheadTokens: NOTICE.tokens, points, signal };
    for (const repo of repos) {
      await evaluateSessions(findSessions({ paths: [repo], signal }), {
        ...{ sums: createSessionSums(cellsOf({ points })), count: estimateTokens, judge },
        onJudged: ({ recall }) => {
          // At 1, the answer has all lines, so there is no estimate.
          if (recall && recall.expected >= 0 && recall.expected < 1) seen.push({ ...recall, repo });
        },
      });
    }
  }
  return seen;
}
