import { parseArgs } from 'node:util';
import { loadO200k } from '../../../src/tokens/o200k.ts';
import { halfOf } from './half-of.ts';
import { judgeOutput } from './judge-output.ts';
import { readSet } from './labelled-set.ts';
import { showFigures, showMisses } from './show-figures.ts';
import { sumUp } from './sum-up.ts';

/**
 * `node test/bench/outputs/run.ts [--held-out] [--misses] [--json]`: judges the engine on labelled outputs of real
 * programs. Without `--held-out` only the fitting half is read, which work on the engine may look at.
 */
const flag = { type: 'boolean', default: false } as const;
const { values } = parseArgs({ options: { 'held-out': flag, misses: flag, json: flag } });
const half = values['held-out'] ? 'held-out' : 'fitting';

const count = await loadO200k();
const judgements = readSet()
  .filter(({ id }) => halfOf(id) === half)
  .flatMap((one) => judgeOutput(one, count));
if (values.json) {
  console.log(JSON.stringify({ half, ...sumUp(judgements) }, null, 2));
} else {
  console.log(`Half: ${half}\n\n${showFigures(judgements)}`);
  if (values.misses) console.log(`\n${showMisses(judgements)}`);
}
