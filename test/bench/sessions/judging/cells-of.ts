import type { JudgeCaseOptions } from './judge-case.ts';
import type { Cell } from './judgement.ts';

/**
 * Lists the cells that `judgeCase` judges with these options, in the order of the tables: by point, the engine first.
 */
export function cellsOf({
  points = ['own'],
  baselines = [],
  hosts = [],
}: Pick<JudgeCaseOptions, 'points' | 'baselines' | 'hosts'>): readonly Cell[] {
  const atSameShare = points.flatMap((point) =>
    (['engine', ...baselines] as const).map((method): Cell => ({ point, method })),
  );
  return [...atSameShare, ...hosts.map((method): Cell => ({ point: 'shipped', method }))];
}
