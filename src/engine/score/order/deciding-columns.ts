import { stem } from '../../../text/words.ts';

/** Questions about durations. */
export const TIMED: RegExp =
  /\b(?:slow(?:est)?|fast(?:est)?|long(?:est)?|short(?:est)?|time|took|duration|old(?:est)?|running)\b/i;
/** Question words and the column titles they refer to. */
export const ABOUT: readonly (readonly [RegExp, RegExp])[] = [
  [/\b(?:memory|ram|rss)\b/i, /^%?mem|^rss$|^vsz$|^res$|^virt$/i],
  [/\b(?:cpu|processors?|busy|busiest)\b/i, /cpu/i],
  [
    TIMED,
    /time|elapsed|duration|age|etime|total|latency|seconds|^(?:m|milli|micro|nano)?secs?$|^[mun]s$|_m?s$|minutes|hours/i,
  ],
  [/\b(?:amounts?|sums?|money|paid|payments?)\b/i, /amount|total|value|price|cents|sum$|eur$|usd$|paid/i],
  [/\brestart/i, /restart/i],
  [/\b(?:process(?:es)?|leak\w*)\b/i, /^pids?$|processes|nproc|threads/i],
  [/\b(?:sure|confident|certain|likely)\b/i, /confidence|certainty|likelihood|probability/i],
  [/\b(?:sever\w*|critical|worst|dangerous|serious|urgent|risk\w*)\b/i, /severity|cvss|score|risk|priority|^level$/i],
  [/\b(?:earn\w*|profitabl\w*)\b/i, /profit|earning|margin/i],
  [/\b(?:cost\w*|expens\w*|spen[dt]\w*)\b/i, /cost|price|spend|charge/i],
  [/\b(?:cover(?:ed|age)?|(?:un)?tested)\b/i, /cover|stmts|lines|branch|funcs/i],
  [/\b(?:hot(?:test)?|cold(?:est)?|warm(?:est)?|temperature)\b/i, /temp|celsius|degrees/i],
];
/** Columns whose numbers identify a thing rather than measure it. */
const IDS = /^(?:[PTU]+G?ID|port|line|no\.?|#|links|owner|group|mode|inode)$|(?:^|_)(?:id|uuid|nr|no)$/i;
const CAMEL_ID = /[a-z](?:Id|Arn)$/;
/** Matches a question about such numbers. */
const ASKS_FOR_ID = /\bids?\b|\bnumbers?\b|\bports?\b|\blines?\b|\blinks?\b/i;

/** Returns the columns that decide a question, as cell numbers. Undefined: any but identifiers. */
export function decidingColumns(question: string, titles: readonly string[]): ReadonlySet<string> | undefined {
  if (titles.length === 0) return undefined;
  const found = new Set<string>();
  const words = (question.toLowerCase().match(/[\p{L}\d%_]{3,}/gu) ?? []).map(stem);
  for (const [i, title] of titles.entries()) {
    // `order_id` does not measure the largest order.
    if (isId(title) && !ASKS_FOR_ID.test(question)) continue;
    const plain = title.toLowerCase();
    if (words.some((word) => (word.length > 3 && plain.includes(word)) || plain === word)) found.add(String(i));
    for (const [asked, column] of ABOUT) if (asked.test(question) && column.test(title)) found.add(String(i));
  }
  if (found.size > 0) return found;
  return new Set(titles.flatMap((title, i) => (isId(title) ? [] : [String(i)])));
}

function isId(title: string): boolean {
  return IDS.test(title) || CAMEL_ID.test(title);
}
