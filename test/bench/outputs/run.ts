import { parseArgs } from 'node:util';
import { loadO200k } from '../../../src/tokens/o200k.ts';
import { halfOf } from './half-of.ts';
import { judgeOutput } from './judge-output.ts';
import { readSet } from './labelled-set.ts';
import { showFigures, showMisses } from './show-figures.ts';
import { sumUp } from './sum-up.ts';

/**
 * `node test/bench/outputs/run.ts [--held-out | --second] [--under-way] [--misses] [--json]`: judges the engine on labelled
 * outputs of real programs. By default only the fitting half of the first set is read, which work on the engine may look at.
 * `--second` reads the second set as a whole. With `--under-way` each output comes after others in its session, so that the
 * learned scorer answers for files.
 */
const flag = { type: 'boolean', default: false } as const;
const { values } = parseArgs({
  options: { 'held-out': flag, second: flag, 'under-way': flag, misses: flag, json: flag },
});
if (values.second && values['held-out'])
  throw new Error('Choosing outputs: use either "--held-out" or "--second", not both');
const session = values['under-way'] ? 'under way' : 'new';
const half = values['held-out'] ? 'held-out' : 'fitting';

const count = await loadO200k();
const outputs = values.second ? readSet('second') : readSet().filter(({ id }) => halfOf(id) === half);
const judgements = outputs.flatMap((one) => judgeOutput(one, count, session));
if (values.json) {
  const part = values.second ? { set: 'second' } : { half };
  console.log(JSON.stringify({ ...part, session, ...sumUp(judgements) }, null, 2));
} else {
  const part = values.second ? 'Set: second' : `Half: ${half}`;
  console.log(`${part}, session: ${session}\n\n${showFigures(judgements)}`);
  if (values.misses) console.log(`\n${showMisses(judgements)}`);
}
