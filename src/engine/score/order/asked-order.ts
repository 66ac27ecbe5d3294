import { type Limit, readLimit } from './read-limit.ts';

/** A question of order or amount. Its answer is found by position or size rather than by a word. */
export interface AskedOrder {
  /**
   * `ends`: the first or the last, in the text or by date. `extreme`: the largest or the smallest. `count`: how many
   * there are. `compare`: which are larger, newer or different.
   */
  readonly kind: 'ends' | 'extreme' | 'count' | 'compare';
  /** Number of rows requested. */
  readonly count?: number | undefined;
  /** For `extreme`: the smallest. For `ends`: the oldest. */
  readonly low: boolean;
  /** Both ends, because the worst may be the largest or the smallest. */
  readonly both?: boolean | undefined;
  /** False if the question only names the order, and nothing to select rows by. */
  readonly named: boolean;
  /** For `compare`: the bound that the question sets. */
  readonly limit?: Limit | undefined;
}

const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const NUMBER = `(\\d{1,4}|${NUMBERS.join('|')}|dozen)`;
const RANKED =
  'last|first|latest|newest|oldest|earliest|top|bottom|largest|biggest|smallest|slowest|fastest|longest|recent|previous|heaviest|final';
const COUNTED = new RegExp(`\\b(?:${RANKED})\\s+${NUMBER}\\b|\\b${NUMBER}\\s+(?:most\\s+)?(?:${RANKED}|least)\\b`, 'i');

const COUNT =
  /\bhow (?:many|much|full|big|large|old|often|heavy)\b|\b(?:number|count|sum|amount|percentage|average|share) of\b|\b(?:total|count|altogether)\b/i;
const EXTREME =
  /\b(?:most|least|largest|biggest|smallest|longest|shortest|highest|lowest|heaviest|lightest|slow(?:est)?|fastest|quickest|greatest|fewest|worst|busiest|cheapest|dearest|priciest|deepest|shallowest|tallest|widest|narrowest|thickest|thinnest|hottest|coldest|warmest|strongest|weakest|richest|poorest|closest|farthest|furthest|nearest|hungriest|costliest|most expensive|leanest|hardly|barely|poorly|fills?(?: up)?|filling|hogs?|hogging|burn(?:s|ing)?|eat(?:s|ing)|tak(?:es|ing) up|about to (?:hit|reach|exceed)|clos(?:e|est) to|leak(?:s|ing)?|los(?:e|es|ing) (?:its |the )?time|spen(?:d|ds|t) (?:its |the )?time|time (?:go|goes|is lost|lost|spent)|bottlenecks?|us(?:es|ing) up|(?:nearly|almost) (?:full|empty)|run(?:s|ning)? (?:out|low)|maximum|minimum|max|min|top|rank(?:ed|ing)?|fullest)\b/i;
const NO_EXTREME = /\bmost (?:recent|likely|common reason|of (?:the|these|all))|\bat (?:most|least)\b/gi;
const LOW =
  /\b(?:least|smallest|shortest|lowest|lightest|fewest|minimum|min|fastest|quickest|hardly|barely|poorly|cheapest|shallowest|narrowest|thinnest|coldest|weakest|poorest|closest|nearest|leanest)\b/i;
const ENDS =
  /\b(?:last|first|latest|newest|oldest|earliest|most recent(?:ly)?|recent(?:ly)?|final|initial|beginning|previous|(?:just|right|immediately|shortly) before|leading up to)\b/i;
const OLD = /\b(?:first|oldest|earliest|initial|beginning)\b/i;
const COMPARE =
  /\b(?:newer|older|larger|smaller|bigger|greater|higher|lower|longer|shorter|slower|faster|outdated|behind|differs?|different|(?:more|less|fewer|larger|bigger|smaller) than|at (?:least|most)|(?:over|above|below|under) \d|exceeds?|between (?:\d|\w+ and))\b/i;

/** Words of comparison. The thing after them is the reference, even if it is the first of something. */
const THAN =
  /\b(?:newer|older|later|earlier|larger|smaller|bigger|longer|shorter|slower|faster|higher|lower|greater) than\b/i;

/** Questions that look at both ends. "Worst" has no direction, and little space left means much space used. */
const BOTH = /\b(?:worst|space left|room left|(?:run(?:s|ning)?) (?:out|low))\b/i;

/** Parses the order or amount that a question asks for; undefined if it asks for neither. */
export function askedOrder(question: string): AskedOrder | undefined {
  const plain = question.replace(NO_EXTREME, ' ');
  const count = howMany(question);
  const named = namesMore(plain);
  const limit = readLimit(question);
  if (limit !== undefined) return { kind: 'compare', low: limit.below, named, limit };
  if (EXTREME.test(plain)) return { kind: 'extreme', count, low: LOW.test(plain), named, both: BOTH.test(plain) };
  if (ENDS.test(question) && !THAN.test(question)) return { kind: 'ends', count, low: OLD.test(question), named };
  if (COUNT.test(question)) return { kind: 'count', low: false, named };
  return COMPARE.test(question) ? { kind: 'compare', low: false, named } : undefined;
}

/** Words that rows of every list share, or that only say what to do with the rows. */
const COMMON = new Set(
  (
    'a an the of in on to for and or is are was were be been by with at from all any each it its there this that these those here ' +
    'what which who whom whose where when how do does did has have had use uses used using take takes taken took show list name tell give me ' +
    'commit commits change changes changed touched made file files folder folders directory directories line lines row rows entry entries ' +
    'item items record records test tests package packages process processes run runs result results version versions size sizes time ' +
    'date space memory lot list table output log history came come happened'
  ).split(' '),
);
const ORDERED = new RegExp(`^(?:${RANKED}|${NUMBERS.join('|')}|most|least|recent(?:ly)?|many|much|\\d+)$`);

/** True if the question has a word that says which rows it is about. */
export function namesMore(question: string): boolean {
  const words = question.toLowerCase().match(/[\p{L}\d_.-]+/gu) ?? [];
  return words.some((word) => {
    const bare = word.replace(/[.-]+$/, '');
    return (
      bare !== '' &&
      !COMMON.has(bare) &&
      !ORDERED.test(bare) &&
      !EXTREME.test(bare) &&
      !ENDS.test(bare) &&
      !COMPARE.test(bare)
    );
  });
}

/** `the last commit`: one is requested, but its neighbor may be meant. */
const SINGLE = /\b(?:last|first|latest|newest|oldest|most recent|final)\s+(?!few\b)\p{L}+(?<!s)\b/iu;

function howMany(question: string): number | undefined {
  const found = COUNTED.exec(question);
  const word = (found?.[1] ?? found?.[2])?.toLowerCase();
  if (word === undefined) return SINGLE.test(question) ? 2 : undefined;
  if (word === 'dozen') return 12;
  const at = NUMBERS.indexOf(word);
  return at >= 0 ? at + 1 : Number(word) || undefined;
}
