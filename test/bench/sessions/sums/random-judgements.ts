import { caseOf } from '../judging/case-of.ts';
import { byNeed, type Cell, type Judgement } from '../judging/judgement.ts';
import { seededRandom } from '../seeded-random.ts';

/** Random judgements of `sessions` sessions with `cases` cases each, the same for the same seed. */
export function randomJudgements(cells: readonly Cell[], sessions: number, cases: number, seed = 1): Judgement[] {
  const next = seededRandom(seed);
  const upTo = (max: number): number => Math.floor(next() * (max + 1));
  const actions = ['read', 'search', 'command', 'other'] as const;
  const kinds = ['source', 'log', 'search', 'json', 'diff', 'prose', 'data'] as const;
  return Array.from({ length: sessions * cases }, (_, at) => {
    const session = at % sessions;
    const isIdle = next() < 0.3;
    const needed = byNeed(() => (isIdle ? 0 : upTo(3)));
    const tokens = 500 + upTo(5000);
    const of = caseOf({
      ...{ session: `s${session}`, result: at, action: actions[upTo(3)] ?? 'read' },
      format: session % 2 === 0 ? 'claude-code' : 'codex',
    });
    const outcomes = cells.map((cell) => ({
      ...cell,
      tokens: upTo(tokens),
      kept: byNeed((need) => upTo(needed[need])),
      fetched: at % 300,
    }));
    return { of, kind: kinds[upTo(6)] ?? 'data', lines: 40 + upTo(1500), tokens, needed, outcomes, lost: [] };
  });
}
