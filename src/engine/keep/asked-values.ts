/** A kind of value that a question asks for without naming it, and how such values look. */
export interface AskedValue {
  readonly asked: RegExp;
  readonly value: RegExp;
}

const AN_AMOUNT = String.raw`\d[\d.,]*`;

/**
 * Question words and the format of the values they ask for. Needed because a line with a time or a name may share no
 * word with the question.
 */
export const VALUES: readonly AskedValue[] = [
  {
    asked: /\bhow long\b|\bduration\b|\b(?:time|seconds|minutes) did\b|\bhow (?:much time|fast|slow)\b|\btook\b/i,
    value: new RegExp(
      String.raw`\b${AN_AMOUNT} ?(?:[mnu\u00b5]?s|secs?|seconds?|m|mins?|minutes?|h|hours?|days?)\b|\b\d+:\d\d(?::\d\d)?\b`,
    ),
  },
  {
    asked: /\bwhen\b|\b(?:what|which) (?:date|day|time|year|month|hour)\b|\bsince\b|\bhow old\b/i,
    value:
      /\b\d{4}[-/]\d\d[-/]\d\d|\b\d\d:\d\d\b|\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.? \d|\b(?:19|20)\d\d\b/,
  },
  { asked: /\bversions?\b|\brelease\b|\bhow (?:old|new|recent) is\b/i, value: /\bv?\d+\.\d+(?:\.\d+)*\b/ },
  {
    asked: /\bwho(?:se|m)?\b|\bauthors?\b|\bowners?\b|\bby which (?:user|person)\b/i,
    value: /\S@\S+\.\S|\b(?:[Aa]uthor|[Oo]wner|[Uu]ser|[Cc]ommitter|[Mm]aintainer|uid|by)\b/,
  },
  {
    asked: /\bwhere\b|\b(?:which|what|in which) (?:file|folder|directory|path|place|line)\b/i,
    value: /(?:^|[\s"'=(:[])(?:\.{0,2}\/[\w.@-]+|[A-Z]:\\)|\b[\w/-]+\.[a-z]{1,5}:\d+|\bat line \d+|\bline \d+/,
  },
  {
    asked: /\b(?:hosts?|domains?|servers?|machines?|names?)\b/i,
    value: /\bDNS:|\b(?:[a-z\d-]+\.){1,4}(?:com|org|net|io|dev|cloud|local|internal|example|test)\b/,
  },
  { asked: /\b(?:flags?|options?|switch(?:es)?|arguments?)\b/i, value: /(?:^|\s)-{1,2}[a-zA-Z][\w-]*/ },
];

/** Returns patterns for the values that a question asks for; empty if it asks for none of these kinds. */
export function askedValues(question: string): readonly RegExp[] {
  return VALUES.filter(({ asked }) => asked.test(question)).map(({ value }) => value);
}
