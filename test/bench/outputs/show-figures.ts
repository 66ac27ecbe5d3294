import type { Judgement } from './judge-output.ts';
import type { Fact } from './labelled-set.ts';
import { type OutputFigures, sumUp } from './sum-up.ts';

const HEAD = ['program', 'outputs', 'questions', 'facts', 'facts kept', 'all facts', 'kept, median', 'kept, mean'];

/** A Markdown table with a row per program and a total. Below it: failing runs, and questions without an answer. */
export function showFigures(judgements: readonly Judgement[]): string {
  const programs = [...new Set(judgements.map(({ of }) => of.program))];
  const byProgram = programs.map((name) => row(name, sumUp(judgements.filter(({ of }) => of.program === name))));
  const all = sumUp(judgements);
  const rows = [HEAD, HEAD.map(() => '---'), ...byProgram, row('**all**', all)];
  return [
    rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n'),
    `Answers that leave something out: ${all.cut}, facts kept by them ${percent(all.factsKeptOfCut)}`,
    `Failing runs: ${all.failingRuns}, without some of their failure: ${all.withoutFailure.length}`,
    ...all.withoutFailure.map((id) => `  ${id}`),
    `Questions without an answer: ${all.unanswerable}, kept ${percent(all.unanswerableShare)} on average`,
  ].join('\n');
}

/** Lists the facts that are missing from answers, by question. */
export function showMisses(judgements: readonly Judgement[]): string {
  return judgements
    .filter((one) => one.lost.length + one.lostFailure.length > 0)
    .map(({ of, ask, lost, lostFailure, share }) =>
      [
        `${of.id} (kept ${percent(share)}): ${ask}`,
        ...lost.map((fact) => `  lost     ${oneLine(fact)}`),
        ...lostFailure.map((fact) => `  failure  ${oneLine(fact)}`),
      ].join('\n'),
    )
    .join('\n');
}

function row(name: string, of: OutputFigures): readonly string[] {
  const counts = [of.outputs, of.questions, of.facts].map(String);
  return [name, ...counts, ...[of.factsKept, of.allFacts, of.medianShare, of.meanShare].map(percent)];
}

function oneLine(fact: Fact): string {
  if ('anyWith' in fact) return `any line with ${JSON.stringify(fact.anyWith)}`;
  return ('anyOf' in fact ? fact.anyOf : [fact]).map(({ line, text }) => `${line}: ${text.slice(0, 100)}`).join(' | ');
}

function percent(share: number | undefined): string {
  return share === undefined ? '-' : `${(100 * share).toFixed(1)} %`;
}
