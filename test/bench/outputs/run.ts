import { parseArgs } from 'node:util';
import { loadO200k } from '../../../src/base/tokens/o200k.ts';
import { halfOf } from './half-of.ts';
import { judgeOutput } from './judge-output.ts';
import { readSet } from './labelled-set.ts';
import { showFigures, showMisses } from './show-figures.ts';
import { sumUp } from './sum-up.ts';

/**
 * `node test/bench/outputs/run.ts [--second | --third] [--held-out | --all] [--under-way] [--misses] [--json]`: judges
 * the engine on labelled outputs of real programs. By default it reads only the fitting half of a set, which authors of
 * the engine may look at. The second set is read as a whole, because all of it has been looked at. With `--under-way`
 * each output comes after others in its session, so that the learned scorer ranks the lines of files.
 */
const flag = { type: 'boolean', default: false } as const;
const { values } = parseArgs({
  options: { second: flag, third: flag, 'held-out': flag, all: flag, 'under-way': flag, misses: flag, json: flag },
});

/** Returns the flag that is set, if any. */
function oneOf<Name extends keyof typeof values>(what: string, names: readonly Name[]): Name | undefined {
  const given = names.filter((name) => values[name]);
  if (given.length <= 1) return given[0];
  const shown = (of: readonly Name[]): string => of.map((name) => `"--${name}"`).join(' and ');
  throw new Error(`Choosing ${what}: ${shown(given)} exclude each other; give one of them or none`);
}

const set = oneOf('a set', ['second', 'third']) ?? 'first';
const part = oneOf('a part', ['held-out', 'all']) ?? (set === 'second' ? 'all' : 'fitting');
const session = values['under-way'] ? 'under way' : 'new';

const count = await loadO200k();
const outputs = (set === 'first' ? readSet() : readSet(set)).filter(({ id }) => part === 'all' || halfOf(id) === part);
const judgements = outputs.flatMap((one) => judgeOutput(one, { count, session }));
if (values.json) {
  console.log(JSON.stringify({ set, part, session, ...sumUp(judgements) }, null, 2));
} else {
  console.log(`Set: ${set}, part: ${part}, session: ${session}\n\n${showFigures(judgements)}`);
  if (values.misses) console.log(`\n${showMisses(judgements)}`);
}
