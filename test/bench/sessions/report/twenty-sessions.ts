import { caseOf } from '../judging/case-of.ts';
import { cellsOf } from '../judging/cells-of.ts';
import type { ByNeed, Judgement } from '../judging/judgement.ts';
import type { SessionFigures } from '../sums/figures.ts';
import { createSessionSums } from '../sums/session-sums.ts';
import { toFigures } from '../sums/to-figures.ts';

const CELLS = cellsOf({ points: ['own', 0.2], baselines: ['BM25'], hosts: ['Codex'] });
const lines = (edit: number, use: number): ByNeed<number> => ({ edit, use, fetch: 0, cite: 0, any: edit + use });

/** Twenty sessions of two results. Lines of one result were edited and used; nothing of the other was used again. */
export function twenty(): SessionFigures {
  const sums = createSessionSums(CELLS);
  for (let session = 0; session < 20; session++) {
    const of = caseOf({ session: `s${session}` });
    const base = { of, kind: 'source', lines: 120, tokens: 1000, lost: [] } as const;
    const used: Judgement = {
      ...{ ...base, needed: lines(2, 1) },
      outcomes: CELLS.map((cell, at) => ({
        ...cell,
        tokens: 200,
        kept: lines(session % 2 === 0 ? 2 : 1, at % 2),
        fetched: 0,
      })),
    };
    const idle: Judgement = {
      ...{ ...base, needed: lines(0, 0) },
      outcomes: CELLS.map((cell) => ({ ...cell, tokens: 300, kept: lines(0, 0), fetched: 0 })),
    };
    for (const one of [used, idle]) {
      sums.gave(of.session, one.tokens);
      sums.add(one);
    }
  }
  return toFigures(sums);
}
