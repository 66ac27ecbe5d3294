import { parseArgs } from 'node:util';
import { loadO200k } from '../../../src/tokens/o200k.ts';
import { halfOf } from './half-of.ts';
import { judgeOutput } from './judge-output.ts';
import { readSet } from './labelled-set.ts';
import { showFigures, showMisses } from './show-figures.ts';
import { sumUp } from './sum-up.ts';

/**
 * `node test/bench/outputs/run.ts [--held-out | --second | --third] [--under-way] [--misses] [--json]`: judges the engine on
 * labelled outputs of real programs. By default only the fitting half of the first set is read, which work on the engine may
 * look at. `--second` and `--third` read that set as a whole. With `--under-way` each output comes after others in its session,
 * so that the learned scorer answers for files.
 */
const flag = { type: 'boolean', default: false } as const;
const { values } = parseArgs({
  options: { 'held-out': flag, second: flag, third: flag, 'under-way': flag, misses: flag, json: flag },
});
const chosen = (['held-out', 'second', 'third'] as const).filter((name) => values[name]);
if (chosen.length > 1)
  throw new Error(`Choosing outputs: use one of "--held-out", "--second" and "--third", not ${chosen.length}`);
const [part = 'fitting'] = chosen;
const isHalf = part === 'fitting' || part === 'held-out';
const session = values['under-way'] ? 'under way' : 'new';

const count = await loadO200k();
const outputs = isHalf ? readSet().filter(({ id }) => halfOf(id) === part) : readSet(part);
const judgements = outputs.flatMap((one) => judgeOutput(one, count, session));
if (values.json) {
  const named = isHalf ? { half: part } : { set: part };
  console.log(JSON.stringify({ ...named, session, ...sumUp(judgements) }, null, 2));
} else {
  console.log(`${isHalf ? 'Half' : 'Set'}: ${part}, session: ${session}\n\n${showFigures(judgements)}`);
  if (values.misses) console.log(`\n${showMisses(judgements)}`);
}
