import type { pruneText } from '../../../../src/engine/embedded.ts';
import { type Edit, importWithout } from '../../modules-without.ts';
import type { Rule } from './rule.ts';

/** A rule in the code of the engine, and the edit that removes it. */
export interface EngineRule extends Edit {
  readonly group: string;
  readonly name: string;
  /** Kinds of text that the rule reads. Default: all. */
  readonly kinds?: readonly string[] | undefined;
}

/** Folder of the engine. */
export const ENGINE: string = new URL('../../../../src/engine/', import.meta.url).href;

const ORDER = { group: 'Questions of order and amount' } as const;
const ASKED = { ...ORDER, file: 'score/order/asked-order.ts' } as const;
const ANSWER = { ...ORDER, file: 'score/order/answer-order.ts' } as const;
const LIMIT = { ...ORDER, file: 'score/order/read-limit.ts' } as const;
const SCORES = { group: 'Scores' } as const;
const ODD = { ...ORDER, file: 'score/order/odd-rows.ts' } as const;
const NAMED = { group: 'Scores', file: 'score/whole-names.ts' } as const;
const STEPS = { ...SCORES, file: 'score/score-question.ts' } as const;
const MARKS = { ...SCORES, file: 'score/score-marks.ts' } as const;
const QUESTION = { ...SCORES, file: 'score/question/question.ts' } as const;
const CLAUSES = { ...SCORES, file: 'score/question/clauses.ts' } as const;
const LEXICAL = { ...SCORES, file: 'score/lexical-scorer.ts' } as const;
const CHOICE = { group: 'Choice of lines' } as const;
const SELECT = { ...CHOICE, file: 'keep/select-lines.ts' } as const;
const WIDEN = { ...CHOICE, file: 'keep/widen-answer.ts' } as const;
const FOLLOWING = { ...CHOICE, file: 'keep/widen-answer.ts' } as const;
const OUTLINE = { ...CHOICE, file: 'keep/outline-lines.ts' } as const;
const EVIDENCE = { group: 'Evidence of failed runs', file: 'structure/evidence.ts' } as const;

/** Rules in the engine's code rather than in a table. */
export const ENGINE_RULES: readonly EngineRule[] = [
  { ...ASKED, name: 'the largest or smallest', from: 'if (EXTREME.test(plain))', to: 'if (false)' },
  { ...ASKED, name: 'the first or last', from: 'if (ENDS.test(question) &&', to: 'if (false &&' },
  { ...ASKED, name: 'how many', from: 'if (COUNT.test(question))', to: 'if (false)' },
  { ...ASKED, name: 'which are larger or newer', from: 'return COMPARE.test(question)', to: 'return false' },
  { ...ASKED, name: 'a bound', from: 'if (limit !== undefined)', to: 'if (false)' },
  { ...ASKED, name: 'both ends for the worst', from: ', both: BOTH.test(plain)', to: '' },
  { ...ASKED, name: '`newer than the first` compares', from: ' && !THAN.test(question)', to: '' },
  { ...ASKED, name: '`at most` is no extreme', from: "question.replace(NO_EXTREME, ' ')", to: 'question' },
  { ...ASKED, name: 'a number of rows', from: 'const count = howMany(question)', to: 'const count = undefined' },
  { ...ASKED, name: '`the last commit` is two rows', from: 'SINGLE.test(question) ? 2 : undefined', to: 'undefined' },
  { ...LIMIT, name: 'bounds below zero', from: 'return BELOW_ZERO', to: ';' },
  { ...LIMIT, name: 'bounds of years', from: 'if (when !== undefined)', to: 'if (false)' },
  {
    ...LIMIT,
    name: 'bounds in words',
    from: 'question.replaceAll(SPELLED, (spelled) => numberOf(spelled.toLowerCase()))',
    to: 'question',
  },
  {
    ...ANSWER,
    name: 'a list whole to count or compare',
    from: 'if (mayBeWhole && isList && lines.text.length <= room)',
    to: 'if (false)',
  },
  {
    ...ANSWER,
    name: 'rows that words single out',
    from: 'asked.named ? singledOut(text, records) : NO_ROWS',
    to: 'NO_ROWS',
  },
  { ...ANSWER, name: 'rows of known columns stand alone', from: 'if (isList && hasColumns(policy))', to: 'if (false)' },
  {
    ...ANSWER,
    name: 'first and last among rows with the word',
    from: 'asked.named ? rows.filter(withWord) : []',
    to: '[]',
  },
  {
    ...ANSWER,
    name: 'rows that share a common word',
    from: 'few(rows, (row) => found.reasons[records.starts[row] as number] === Reason.match)',
    to: '[]',
  },
  {
    ...ANSWER,
    name: 'items of JSON are its rows',
    from: "policy.kind !== 'json' || isItem(wholeOf(lines, records, r))",
    to: 'true',
  },
  {
    ...ORDER,
    file: 'score/order/row-reader.ts',
    name: 'only measures count in events',
    from: '? MEASURES\n',
    to: '? undefined\n',
  },
  {
    ...STEPS,
    name: 'a hunk scores as its best line',
    from: "if (policy.kind === 'diff') scoreHunks(found, lines);",
    to: '',
    kinds: ['diff'],
  },
  {
    ...STEPS,
    name: 'changed files of a diff',
    from: "if (policy.kind === 'diff') yield* raiseChangedFiles",
    to: 'if (false) yield* raiseChangedFiles',
    kinds: ['diff'],
  },
  {
    ...STEPS,
    name: 'sums outside the lists of JSON',
    from: 'yield* raiseSums(lines, structure, found, question);',
    to: '',
    kinds: ['json'],
  },
  {
    ...STEPS,
    name: 'names that the question spells out',
    from: 'yield* wholeNames(lines, question, policy.kind)',
    to: '{ rest: question, lines: [] }',
  },
  {
    ...STEPS,
    name: 'the row that the question names',
    from: "if (policy.rows === 'list' && policy.kind === 'data' && found.byWords === true)",
    to: 'if (false)',
    kinds: ['data'],
  },
  { ...STEPS, name: 'parts of a question', from: 'of clauses(question)', to: 'of []' },
  { ...STEPS, name: 'parts that select everything say nothing', from: '&& isSelective(answer)', to: '' },
  { ...CLAUSES, name: 'sentences are parts', from: "' ').split(END)", to: "' ').split('\\n')" },
  { ...CLAUSES, name: '`and` before a word that asks', from: 'sentence.split(AND)', to: 'sentence' },
  { ...CLAUSES, name: 'a long question has no parts', from: 'if (question.length > MAX_CHARS) return [];', to: '' },
  { ...CLAUSES, name: 'parts in scripts without spaces', from: ' || isJoined(part)', to: '' },
  {
    ...QUESTION,
    name: 'verbs with particles',
    from: '...phrases(spoken.toLowerCase().match(SPOKEN) ?? []),',
    to: '',
  },
  { ...QUESTION, name: 'words of other languages', from: ', ...translations(spoken, [...byStem.keys()])]', to: ']' },
  {
    ...SCORES,
    file: 'score/question/translations.ts',
    name: 'other endings of words of other languages',
    from: 'Math.max(0, Math.min(ENDING, word.length - MIN_LETTERS))',
    to: '0',
  },
  {
    ...NAMED,
    name: 'rows without the name count less',
    from: 'found.scores[i] = (found.scores[i] as number) * UNNAMED',
    to: '{}',
  },
  {
    ...NAMED,
    name: 'a row that the question excepts is not the answer',
    from: ' || DIFFERS.test(question)) return',
    to: ') return',
  },
  {
    ...MARKS,
    name: 'rows that differ, for questions of what differs',
    from: 'if (hasOdd && DIFFERS.test(question) &&',
    to: 'if (false &&',
  },
  {
    ...MARKS,
    name: 'rows that differ, for questions of what is wrong',
    from: 'isState && hasOdd ? yield*',
    to: 'mark === ODD_ONES ? yield*',
  },
  {
    ...MARKS,
    name: 'words come before states',
    from: 'isState && found.documentScore >= ANSWERED ? MATCHED : MARKED',
    to: 'MARKED',
  },
  {
    ...MARKS,
    name: 'few lines that words single out stay above a mark',
    from: 'score >= SINGLE && best <= FEW_LINES',
    to: 'false',
  },
  {
    ...MARKS,
    name: 'uses of a few constants',
    from: 'if (CONSTANTS.includes(mark) && marked.length <= FEW_LINES)',
    to: 'if (false)',
    kinds: ['source'],
  },
  {
    ...MARKS,
    name: 'fields of items that a mark chose',
    from: 'if (found.list !== undefined && isState)',
    to: 'if (false)',
    kinds: ['json', 'data'],
  },
  {
    ...LEXICAL,
    name: 'words that nearly all items of a list have',
    from: "document.kind === 'json' || document.kind === 'data' ?",
    to: 'false ?',
    kinds: ['json', 'data'],
  },
  {
    ...SCORES,
    file: 'score/learned/question-scorer.ts',
    name: 'one place of source answers for certain',
    from: 'return leaveDecisive(document, decisive, scored)',
    to: 'return scored',
    kinds: ['source'],
  },
  {
    ...MARKS,
    name: 'every line has the mark',
    from: 'if (isAll && isEveryLine(lines, structure, marked))',
    to: 'if (false)',
  },
  { ...MARKS, name: 'a marked heading marks the lines below it', from: 'alone ? -1 : (headers?.[i] ?? -1)', to: '-1' },
  {
    ...MARKS,
    name: 'few words count less than a mark',
    from: 'if (isPrinted && (found.documentScore < BARELY || isBlunt(found.scores)))',
    to: 'if (false)',
  },
  { ...MARKS, name: 'a mark of most lines says little', from: 'if (found.documentScore > 0) continue;', to: '' },
  {
    ...LEXICAL,
    name: 'an enclosing line passes its score on',
    from: 'if (headers) inherit(own, document, headers);',
    to: '',
  },
  {
    ...SCORES,
    file: 'structure/structure.ts',
    name: 'names of the items around a line',
    from: 'policy.named || policy.keyed ?',
    to: 'false ?',
  },
  {
    ...SELECT,
    name: 'an answer is widened',
    from: 'yield* widenAnswer({ from, structure, reasons, question: request.question, total, within, isCapped }, best)',
    to: 'best',
  },
  {
    ...SELECT,
    name: 'printed code fills 40 %',
    from: 'filledUp(from, best, Math.min(total * CODE.share, CODE.tokens))',
    to: 'best',
  },
  { ...SELECT, name: 'repeated lines are folded', from: 'foldRepeats(repeats, keep)', to: 'false' },
  {
    ...SELECT,
    name: 'similar lines are folded',
    from: 'yield* foldAlike(repeats, keep, { rows: foldedRows(scored), question: scored.request.question })',
    to: '[]',
  },
  {
    ...SELECT,
    name: 'an answer has at most 8,000 tokens',
    from: 'mayBeLong || cost(from, all) <= cap',
    to: 'true',
  },
  {
    ...STEPS,
    name: 'the line below a label',
    from: "if (policy.kind === 'data' || policy.kind === 'prose')",
    to: 'if (false)',
  },
  {
    ...ODD,
    name: 'fields that differ',
    from: '(line) => cellsByPlace(line, delimiter) : fieldOf',
    to: '(line) => cellsByPlace(line, delimiter) : () => []',
  },
  { ...ODD, name: 'fields of objects of one line', from: 'if (OBJECT.test(middle)) return pairsOf;', to: '' },
  { ...ODD, name: 'numbers far greater than others', from: '? farGreater(values)', to: '? []' },
  {
    ...ODD,
    name: 'rows of the same kind come first',
    from: '> FEW_COLUMNS ? MAX_ROWS : 0',
    to: '> FEW_COLUMNS ? 0 : 0',
  },
  {
    ...SELECT,
    name: 'an outline answers if no line matches',
    from: 'completed(from, yield* outlineLines(lines, structure))',
    to: 'byThreshold(from, DEFAULT_THRESHOLD)',
  },
  {
    ...SELECT,
    name: 'short and unsure texts stay whole',
    from: 'isUnsure(request, by.kind, documentScore, total)',
    to: 'false',
  },
  {
    ...CHOICE,
    file: 'keep/own-length.ts',
    name: 'more of a text with few of the words',
    from: 'score < FAINT.score',
    to: 'false',
  },
  { ...SELECT, name: 'short texts must halve', from: 'unmatched || isShort(lines.count, total)', to: 'unmatched' },
  {
    ...SELECT,
    name: 'outlined texts must halve',
    from: 'unmatched || isShort(lines.count, total)',
    to: 'isShort(lines.count, total)',
  },
  { ...SELECT, name: 'texts below 300 tokens stay whole', from: 'found.byWords === undefined ? 0 : MIN', to: '0' },
  {
    ...CHOICE,
    file: 'keep/select.ts',
    name: 'short gaps are filled',
    from: 'fillShortGaps(from.lines, keep, Kept.gap, from.markerTokens);',
    to: '',
  },
  {
    ...WIDEN,
    name: 'the first lines of a larger answer',
    from: 'completed(from, withHead(wider, structure.shape.roles))',
    to: 'wider',
  },
  {
    ...WIDEN,
    name: 'a small answer is filled up',
    from: 'completed(from, filledUp({ ...from, scores }, wider, room))',
    to: 'wider',
  },
  { ...WIDEN, name: 'odd lines of a small answer', from: 'for (const i of odd) if', to: 'for (const i of []) if' },
  { ...WIDEN, name: 'odd lines beyond a full answer', from: 'for (const i of odd) {', to: 'for (const i of []) {' },
  { ...WIDEN, name: 'values of the kind that is asked for', from: 'if (marked.length <= n * MAX)', to: 'if (false)' },
  { ...WIDEN, name: 'lines before the best', from: 'k <= BEFORE.lines', to: 'false' },
  { ...WIDEN, name: 'lines after the best', from: 'k <= AFTER.lines &&', to: 'false &&' },
  { ...WIDEN, name: 'the first lines of a small answer', from: 'raise(i, HEAD.worth);', to: '' },
  { ...WIDEN, name: 'the last lines of a small answer', from: 'raise(i, TAIL.worth);', to: '' },
  { ...WIDEN, name: 'more room in JSON', from: "structure.policy.kind === 'json'", to: 'false', kinds: ['json'] },
  {
    ...FOLLOWING,
    name: 'the paragraph of a line',
    from: "policy.rows !== 'list' && (scores[i]",
    to: 'false && (scores[i]',
  },
  {
    ...FOLLOWING,
    name: 'longer paragraphs in test reports',
    from: 'policy.evidence?.records === undefined ? PARAGRAPH : REPORT',
    to: 'PARAGRAPH',
  },
  {
    ...OUTLINE,
    name: 'outlines have the odd rows of a list',
    from: "if (policy.rows === 'list' && policy.kind === 'data')",
    to: 'if (false)',
  },
  { ...OUTLINE, name: 'outlines have headings and definitions', from: 'of levels(lines, structure)', to: 'of []' },
  {
    ...EVIDENCE,
    name: 'errors in every failed output',
    from: 'evidence.errors || (failed && isOutput)',
    to: 'evidence.errors',
  },
  { ...EVIDENCE, name: 'words of trouble', from: 'yield* keepMatching(lines, keep, TROUBLE);', to: '' },
  { ...EVIDENCE, name: 'lines like no other', from: 'for (const i of yield* oddLines(lines)) keep[i] = 1;', to: '' },
  { ...EVIDENCE, name: 'failures in JSON', from: 'yield* keepFailedValues(lines, keep);', to: '', kinds: ['json'] },
  { ...EVIDENCE, name: 'the last lines', from: 'if (failed) keepTail(lines, keep);', to: '' },
  { ...EVIDENCE, name: 'warnings', from: 'yield* keepMatching(lines, keep, WARNING, max.warnings);', to: '' },
  { ...EVIDENCE, name: 'room for errors of new forms', from: 'isCommon ? MAX_ODD : 0', to: '0' },
];

export function engineRules(): readonly Rule[] {
  return ENGINE_RULES.map(({ group, name, kinds, ...edit }) => ({
    ...{ group, name, isWide: true },
    applies: ({ kind }) => kinds === undefined || kinds.includes(kind),
    takeOut: async () => {
      const { pruneText: prune } = await importWithout<{ pruneText: typeof pruneText }>(ENGINE, 'embedded.ts', edit);
      return { prune, putBack: () => undefined };
    },
  }));
}
