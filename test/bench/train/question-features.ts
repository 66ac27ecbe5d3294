import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { estimateTokens } from '../../../src/engine/keep/tokens.ts';
import { QUESTION_FEATURES, questionFeatures } from '../../../src/engine/score/learned/question-features.ts';
import { findMatches } from '../../../src/engine/score/matches.ts';
import { readQuestion } from '../../../src/engine/score/question/question.ts';
import type { Document } from '../../../src/engine/score/scorer.ts';
import { weighWords } from '../../../src/engine/score/word-weights.ts';
import { outline } from '../../../src/engine/structure/outline.ts';
import { atOnce } from '../../../src/text/cooperative-task.ts';
import { splitLines } from '../../../src/text/lines.ts';
import type { EvalCase } from '../mined/history/eval-case.ts';
import { issueCases, readRepositories } from '../mined/issues/issue-cases.ts';
import { readMined } from '../mined/read-mined.ts';

/**
 * `node test/bench/train/question-features.ts OUT DIR REPOSITORY…`: writes training data for `fit_question.py`: the
 * features of all lines of the cases mined from clones, `owner+name/repo` in DIR, and of the issues that are fitted on.
 * `OUT.f32` has the rows. `OUT.json` says which rows belong to which case, and which lines were needed.
 */
const CASES = 160;
const SEED = 11;
const ISSUES = { per: 60, seed: 7 } as const;

const [out = '', folder = '', ...repos] = process.argv.slice(2);
if (repos.length === 0) throw new Error('which repositories? question-features.ts OUT DIR REPOSITORY…');
const file = openSync(`${out}.f32`, 'w');
const cases: object[] = [];
const clones: object[] = [];
let written = 0;

for (const repo of repos) {
  const clone = path.join(folder, repo.replace('/', '+'), 'repo');
  const { commit, cases: mined } = await readMined(clone, { per: CASES, seed: SEED });
  writeCases(repo, commit, mined);
}
for (const one of readRepositories().filter(({ part }) => part === 'train'))
  writeCases(one.repo, one.source, await issueCases(folder, one, ISSUES));
closeSync(file);
writeFileSync(`${out}.json`, JSON.stringify({ features: QUESTION_FEATURES, cases, clones }));

function writeCases(name: string, commit: string, mined: readonly EvalCase[]): void {
  for (const one of mined) writeCase(name, one);
  const countOf = (family: string): number => mined.filter((one) => one.family === family).length;
  clones.push({ name, commit, commits: countOf('commit'), docs: countOf('doc'), issues: countOf('issue-title') });
  process.stderr.write(`${name}: ${cases.length} cases, ${written} rows so far\n`);
}

function writeCase(repo: string, { family, text, question, path, gold }: EvalCase): void {
  const lines = splitLines(text);
  const document: Document = { kind: 'source', path, lines, shape: atOnce(outline(lines)) };
  const asked = readQuestion(question);
  const matches = atOnce(findMatches(lines, asked));
  // The text has no word of the question, so no line is better than another.
  if (matches.count === 0) return;
  const features = atOnce(questionFeatures(document, matches, atOnce(weighWords(document, asked, matches)), asked));
  const width = QUESTION_FEATURES.length;
  const rows = new Float32Array(lines.count * width);
  for (let i = 0; i < lines.count; i++) features(i, rows.subarray(i * width, (i + 1) * width));
  writeSync(file, new Uint8Array(rows.buffer));
  const tokens = Array.from({ length: lines.count }, (_, i) =>
    estimateTokens(text, lines.starts[i] as number, lines.ends[i] as number),
  );
  cases.push({ repo, family, first: written, lines: lines.count, tokens, gold });
  written += lines.count;
}
