import { parseArgs } from 'node:util';
import { loadO200k } from '../../../src/base/tokens/o200k.ts';
import { PARTS, type Part } from './answer-case.ts';
import { judgeCase } from './judge-case.ts';
import { openCase } from './open-case.ts';
import { readCases, readTexts } from './read-cases.ts';
import { showFailures, showSums } from './show-answers.ts';

/**
 * `node test/bench/answers/run.ts [--repos DIR] [--part open|held] [--kind KIND] [--list] [--held-cases]`: judges the
 * engine on questions with lines that must stay, beside BM25. Without `--repos`, a folder of clones, only this set's own
 * texts are asked about. Of the held part only the sum is printed, unless `--held-cases` opens it.
 */
const { values } = parseArgs({
  options: {
    repos: { type: 'string' },
    part: { type: 'string', default: 'open' },
    kind: { type: 'string', default: '' },
    list: { type: 'boolean', default: false },
    'held-cases': { type: 'boolean', default: false },
  },
});
const part = PARTS.find((name): name is Part => name === values.part);
if (part === undefined) throw new Error(`Choosing a part: expected "open" or "held", got "${values.part}"`);
const showsCases = part === 'open' || values['held-cases'];
if (!showsCases && values.kind !== '') throw new Error('Choosing a kind of the held part: add "--held-cases"');

const count = await loadO200k();
const texts = readTexts();
const cases = readCases(part).filter(({ id }) => id.startsWith(values.kind));
const all = await Promise.all(cases.map((one) => openCase(one, texts, values.repos)));
const opened = all.filter((one) => one !== undefined);
const verdicts = opened.map((one) => judgeCase(one, count));
const judged = new Set(verdicts.map(({ of }) => of.id));
const missing = cases.filter(({ id }) => !judged.has(id)).flatMap(({ of }) => ('repo' in of ? [of.repo] : []));
const left = missing.length === 0 ? '' : `, without a clone: ${missing.length} (${[...new Set(missing)].join(', ')})`;
process.stdout.write(`Part: ${part}, cases: ${verdicts.length}${left}\n\n`);
process.stdout.write(`${showSums(verdicts, showsCases)}\n`);
if (values.list && showsCases) process.stdout.write(`\n${showFailures(verdicts)}\n`);
