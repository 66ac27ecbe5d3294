import type { CountTokens } from '../../../src/base/tokens/count-tokens.ts';
import { pruneText } from '../../../src/engine/embedded.ts';
import { keepBest } from '../mined/history/keep-best.ts';
import { bm25 } from '../sessions/judging/baselines/bm25.ts';
import type { AnswerCase } from './answer-case.ts';
import { labelledText, linesOf, parseLabel } from './label.ts';
import type { OpenedCase } from './open-case.ts';
import { type Shown, showsLabel, statesCount, statesNumber } from './shown.ts';

export interface Verdict {
  readonly of: AnswerCase;
  readonly answer: string;
  /** Labels that must stay but are gone; of a nested list the first one. */
  readonly lost: readonly string[];
  /** True if the answer shows all that must stay, or states the number that answers. */
  readonly isKept: boolean;
  /** True if lines are gone and the answer shows more lines that say the contrary than lines that answer. */
  readonly isReversed: boolean;
  /** True if items of a list are gone and the answer does not state how many there are. */
  readonly isSilent: boolean;
  /** Tokens of the answer as a share of the text's, 0 to 1. */
  readonly share: number;
  /** Tokens of the answer in addition to those of the lines that must stay. */
  readonly beyond: number;
  /** True if BM25, with as many tokens, keeps all that must stay. */
  readonly bm25Kept: boolean;
}

/** Asks the engine at its own settings, as `prune -q` does. */
export function askCase({ of, given, path }: OpenedCase, prune = pruneText): ReturnType<typeof pruneText> {
  return prune({ text: given, question: of.ask, path, markers: 'ranges' });
}

/** Judges the engine's answer, or one that it gave before, and BM25 with as many tokens. */
export function judgeCase(opened: OpenedCase, count: CountTokens, pruned = askCase(opened)): Verdict {
  const { of, text, given } = opened;
  const { keptLines, cutLines = [] } = pruned.details;
  const lines = linesOf(text);
  const shown = {
    answer: pruned.text,
    given,
    lines,
    kept: new Set(keptLines),
    cut: new Set(cutLines.map((c) => c.line)),
  };
  const lost = missing(of, shown);
  const isKept = lost.length === 0 || (of.count !== undefined && statesNumber(shown, of.count));
  const tokens = count(pruned.text);
  const contrary = (of.against ?? []).filter((label) => showsLabel(shown, label)).length;
  const isReversed = !isKept && contrary > of.must.length - lost.length;
  return {
    ...{
      of,
      answer: pruned.text,
      lost,
      isKept,
      isReversed,
      share: tokens / count(given),
      beyond: tokens - mustTokens(of, shown, count),
    },
    isSilent: of.isList === true && !isKept && !statesCount(shown),
    bm25Kept:
      missing(of, { ...shown, answer: given, kept: bestOf(given, of.ask, tokens, count), cut: new Set() }).length === 0,
  };
}

function missing({ must }: AnswerCase, shown: Shown): readonly string[] {
  return must.flatMap((one) => {
    const labels = [one].flat();
    return labels.some((label) => showsLabel(shown, label)) ? [] : labels.slice(0, 1);
  });
}

function mustTokens({ must }: AnswerCase, shown: Shown, count: CountTokens): number {
  const needed = must.map((one) => [one].flat().find((label) => showsLabel(shown, label)));
  const texts = needed.map((label) => (label === undefined ? '' : labelledText(parseLabel(label), shown.lines)));
  return texts.reduce((sum, text) => sum + (text ? count(`${text}\n`) : 0), 0);
}

function bestOf(given: string, ask: string, tokens: number, count: CountTokens): ReadonlySet<number> {
  const lines = given.split('\n');
  const costs = lines.map((line) => count(`${line}\n`));
  return keepBest(bm25(lines, ask), costs, tokens);
}
