/**
 * Secrets in formats that their issuers publish, each with its name. Repeats are bounded and never nested, so a search
 * takes linear time.
 */
const RULES: readonly (readonly [string, RegExp])[] = [
  [
    'private-key',
    /-----BEGIN (?:[A-Z]{2,10} ){0,2}PRIVATE KEY-----(?:[^-]|-(?!----BEGIN )){1,12000}?-----END (?:[A-Z]{2,10} ){0,2}PRIVATE KEY-----/g,
  ],
  ['aws-key-id', token(/(?:AKIA|ASIA)[A-Z0-9]{16}\b/)],
  ['github-token', token(/(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{22,255})\b/)],
  ['gitlab-token', token(/glpat-[A-Za-z0-9_-]{20,100}/)],
  ['slack-token', token(/xox[abeoprs]-[A-Za-z0-9-]{10,200}/)],
  ['anthropic-key', token(/sk-ant-[A-Za-z0-9_-]{20,200}/)],
  ['openai-key', token(/sk-(?:proj-|svcacct-)?[A-Za-z0-9_-]{32,200}/)],
  ['google-key', token(/AIza[A-Za-z0-9_-]{35}/)],
  ['stripe-key', token(/[rs]k_(?:live|test)_[A-Za-z0-9]{16,200}/)],
  ['npm-token', token(/npm_[A-Za-z0-9]{36}\b/)],
  ['mcp-pruner-key', token(/mcpp_[a-z0-9]{8,32}_[A-Za-z0-9_-]{16,100}/)],
  // Not after "-": matching would restart at every part of a long name, in quadratic time.
  ['jwt', token(/(?<!-)eyJ[A-Za-z0-9_-]{8,2000}\.eyJ[A-Za-z0-9_-]{8,4000}\.[A-Za-z0-9_-]{8,2000}/)],
];

/** Makes a rule that matches at the start of a word, also right after an escape sequence of JSON or of a terminal. */
function token({ source }: RegExp): RegExp {
  return new RegExp(`(?:\\b|(?<=\\\\[bfnrt]|\\\\u[0-9A-Fa-f]{4}|\\[[0-9;]{0,20}[A-Za-z]))${source}`, 'g');
}

/** Characters of words and of the escapes before them. A text is never cut next to one. */
export const UNBROKEN: RegExp = /[\w\\[;-]/;

/** Max characters that any rule matches. */
export const LONGEST_SECRET = 12_500;

/** Finds the ranges of secrets in a text, rule by rule. */
export function findSecrets(text: string): readonly (readonly [start: number, end: number])[] {
  return RULES.flatMap(([, rule]) =>
    Array.from(text.matchAll(rule), ({ 0: found, index }) => [index, index + found.length] as const),
  );
}

/**
 * Replaces every secret in a known format by `[redacted:<name>]` plus the line breaks that it contained. Line numbers,
 * which markers refer to, stay the same; so does every other byte.
 */
export function redactSecrets(text: string): string {
  let out = text;
  for (const [name, rule] of RULES) {
    out = out.replaceAll(rule, (secret) => `[redacted:${name}]${secret.replaceAll(/[^\r\n]+/g, '')}`);
  }
  return out;
}
