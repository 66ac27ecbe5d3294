import type { CountTokens } from '../../../../src/base/tokens/count-tokens.ts';
import type { pruneText } from '../../../../src/engine/embedded.ts';
import { askCase, judgeCase, type Verdict } from '../../answers/judge-case.ts';
import { type OpenedCase, openCase } from '../../answers/open-case.ts';
import { readCases, readTexts } from '../../answers/read-cases.ts';
import { readText } from './policy-names.ts';
import type { ReadText, Rule } from './rule.ts';

/** A case of the open part of the answers, judged with every rule. */
interface OpenAnswer extends ReadText {
  readonly opened: OpenedCase;
  readonly before: Verdict;
}

/** Verdicts on the answer to one case, with a rule and without it. */
export interface VerdictTwice {
  readonly before: Verdict;
  readonly after: Verdict;
}

/** Opens and judges the open part of the answers. Without `repos`, a folder of clones, opens only the committed texts. */
export async function openAnswers(count: CountTokens, repos: string | undefined): Promise<readonly OpenAnswer[]> {
  const texts = readTexts();
  const all = await Promise.all(readCases('open').map((one) => openCase(one, texts, repos)));
  return all
    .filter((one) => one !== undefined)
    .map((opened) => ({ ...readText(opened.given, opened.path), opened, before: judgeCase(opened, count) }));
}

/** Judges the answers that a rule may affect again, with an engine that does not have the rule. */
export function answersWithout(
  answers: readonly OpenAnswer[],
  { applies }: Pick<Rule, 'applies'>,
  count: CountTokens,
  prune: typeof pruneText,
): readonly VerdictTwice[] {
  return answers
    .filter((one) => applies(one, one.opened.of.ask))
    .map(({ opened, before }) => ({ before, after: judgeAgain(opened, before, count, prune) }));
}

/** Most answers are the same without a rule, so their verdict is not found again. */
function judgeAgain(opened: OpenedCase, before: Verdict, count: CountTokens, prune: typeof pruneText): Verdict {
  const pruned = askCase(opened, prune);
  return pruned.text === before.answer ? before : judgeCase(opened, count, pruned);
}
