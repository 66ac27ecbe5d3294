import { parseArgs } from 'node:util';
import { loadO200k } from '../../../src/base/tokens/o200k.ts';
import { type JudgeBy, judgeQuestion } from './judge-output.ts';
import { type LabelledQuestion, type OutputCase, readSet, SET_NAMES } from './labelled-set.ts';
import { engineRules } from './rules/engine-rules.ts';
import { answersWithout, openAnswers } from './rules/open-answers.ts';
import { readText } from './rules/policy-names.ts';
import { fieldRules, markRules, policyRules } from './rules/policy-rules.ts';
import type { ReadText, Rule } from './rules/rule.ts';
import { showRules } from './rules/show-rules.ts';
import { tableRules } from './rules/table-rules.ts';
import { type Answered, type Twice, type Weighed, weigh } from './rules/weigh.ts';

/**
 * `node test/bench/outputs/without.ts [--repos DIR] [--under-way] [--json] [NAME…]`: removes each rule of the engine in
 * turn, and judges what the rule may affect: the labelled outputs of all sets, and the open part of the answers. Without
 * `--repos`, a folder of clones, only the answers to committed texts are judged. Prints the losses as Markdown. With
 * NAMEs, only tests rules whose section or name contains one of them. Only totals are shown, so the held-out parts stay
 * unread.
 */
const flag = { type: 'boolean', default: false } as const;
const { values, positionals } = parseArgs({
  options: { repos: { type: 'string' }, 'under-way': flag, json: flag },
  allowPositionals: true,
});

const by: JudgeBy = { count: remembered(await loadO200k()), session: values['under-way'] ? 'under way' : 'new' };
const outputs = SET_NAMES.flatMap((set) => readSet(set)).map((of) => ({
  ...readText(of.text, of.path),
  of,
  judged: judgeAll(of),
}));
const answers = await openAnswers(by.count, values.repos);
const isAsked = ({ group, name }: Rule): boolean =>
  positionals.length === 0 || positionals.some((part) => group.includes(part) || name.includes(part));
const weighed: Weighed[] = [];
for (const rule of [...policyRules(), ...fieldRules(), ...markRules(), ...tableRules(), ...engineRules()])
  if (isAsked(rule)) weighed.push(await without(rule));
console.log(values.json ? JSON.stringify(weighed, null, 2) : showRules(weighed));

async function without(rule: Rule): Promise<Weighed> {
  const { prune, putBack } = await rule.takeOut();
  const twice = outputs.flatMap((output) => answersTo(output, rule, { ...by, prune }));
  const verdicts = answersWithout(answers, rule, by.count, prune);
  putBack();
  return weigh(rule, twice, verdicts);
}

function answersTo(
  output: ReadText & { readonly of: OutputCase; readonly judged: readonly Asked[] },
  rule: Rule,
  without: JudgeBy,
): readonly Twice[] {
  return output.judged.flatMap((before) =>
    rule.applies(output, before.ask) ? [{ before, after: judge(output.of, before.question, without) }] : [],
  );
}

interface Asked extends Answered {
  readonly question: LabelledQuestion;
}

function judgeAll(of: OutputCase): readonly Asked[] {
  return of.questions.map((question) => ({ question, ...judge(of, question, by) }));
}

/** Judges an answer. For a failed run, also judges the answer to a caller that does not know of the failure. */
function judge(of: OutputCase, question: LabelledQuestion, engine: JudgeBy): Answered {
  const told = judgeQuestion(of, question, engine);
  return of.failure === undefined
    ? told
    : { ...told, untold: judgeQuestion(of, question, { ...engine, tellsFailure: false }) };
}

/** Caches the count of each text, because most answers are the same without a rule. */
function remembered(count: JudgeBy['count']): JudgeBy['count'] {
  const counts = new Map<string, number>();
  return (text) => {
    const known = counts.get(text) ?? count(text);
    counts.set(text, known);
    return known;
  };
}
