import { seededOrder } from '../history/seeded-order.ts';
import type { IssueRepository } from './issue-cases.ts';

const SEED = 59;
/** Repositories that the trees were fitted on or settled by before. */
const SEEN: ReadonlySet<string> = new Set(['pytest-dev/pytest', 'google/gson', 'psf/requests', 'pallets/flask']);
const DEALT = ['open', 'held', 'train'] as const;

/** Deals the repositories of each source to the parts by lot. Those seen before are fitted on. */
export function draw(repositories: readonly Pick<IssueRepository, 'repo' | 'source'>[]): readonly IssueRepository[] {
  const sources = [...new Set(repositories.map(({ source }) => source))];
  return sources.flatMap((source) => {
    const own = repositories.filter((one) => one.source === source);
    const dealt = seededOrder(
      own.filter(({ repo }) => !SEEN.has(repo)).sort((a, b) => (a.repo < b.repo ? -1 : 1)),
      SEED,
    ).map((one, at) => ({ ...one, part: DEALT[at % DEALT.length] as IssueRepository['part'] }));
    return [...dealt, ...own.filter(({ repo }) => SEEN.has(repo)).map((one) => ({ ...one, part: 'train' as const }))];
  });
}
