import type { Verdict } from './judge-case.ts';
import { type AnswerSum, sumAnswers, sumByKind } from './sum-answers.ts';

const HEADS = ['kind', 'cases', 'keep all', 'BM25', 'shown', 'tokens beyond', 'reversed', 'silent'];

/** A Markdown table of the sum, and of each kind unless the cases of the part are not to be looked at. */
export function showSums(verdicts: readonly Verdict[], byKind: boolean): string {
  const rows = [...(byKind ? sumByKind(verdicts) : []), sumAnswers('**all**', verdicts)].map(toRow);
  return [HEADS, HEADS.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function toRow(sum: AnswerSum): readonly string[] {
  const shares = [sum.kept, sum.bm25Kept, sum.share].map((share) => `${(100 * share).toFixed(1)} %`);
  return [sum.name, String(sum.cases), ...shares, ...[sum.beyond, sum.reversed, sum.silent].map(String)];
}

/** Lists the cases that lose a line, with the numbers of the lines. */
export function showFailures(verdicts: readonly Verdict[]): string {
  return verdicts
    .filter(({ isKept }) => !isKept)
    .map(({ of, lost, share, isReversed, isSilent, bm25Kept }) => {
      const notes = [isReversed && 'reversed', isSilent && 'silent', bm25Kept && 'BM25 keeps all'].filter(Boolean);
      const source = 'text' in of.of ? of.of.text : `${of.of.repo}:${of.of.path}`;
      const lines = lost.map((label) => label.split(':')[0]).join(', ');
      return [
        `${of.id} (${(100 * share).toFixed(1)} % shown${notes.map((note) => `, ${note}`).join('')}): ${of.ask}`,
        `  ${source}, lost ${lost.length} of ${of.must.length}: ${lines}`,
      ].join('\n');
    })
    .join('\n');
}
