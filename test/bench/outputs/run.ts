import { parseArgs } from 'node:util';
import { loadO200k } from '../../../src/tokens/o200k.ts';
import { halfOf } from './half-of.ts';
import { judgeOutput } from './judge-output.ts';
import { readSet } from './labelled-set.ts';
import { showFigures, showMisses } from './show-figures.ts';
import { sumUp } from './sum-up.ts';

/**
 * `node test/bench/outputs/run.ts [--held-out] [--under-way] [--misses] [--json]`: judges the engine on labelled outputs of real
 * programs. Without `--held-out` only the fitting half is read, which work on the engine may look at. With `--under-way` each
 * output comes after others in its session, so that the learned scorer answers for files.
 */
const flag = { type: 'boolean', default: false } as const;
const { values } = parseArgs({ options: { 'held-out': flag, 'under-way': flag, misses: flag, json: flag } });
const session = values['under-way'] ? 'under way' : 'new';
const half = values['held-out'] ? 'held-out' : 'fitting';

const count = await loadO200k();
const judgements = readSet()
  .filter(({ id }) => halfOf(id) === half)
  .flatMap((one) => judgeOutput(one, count, session));
if (values.json) {
  console.log(JSON.stringify({ half, session, ...sumUp(judgements) }, null, 2));
} else {
  console.log(`Half: ${half}, session: ${session}\n\n${showFigures(judgements)}`);
  if (values.misses) console.log(`\n${showMisses(judgements)}`);
}
