/**
 * Secrets in formats that their makers publish, each with its name. Every repeat is bounded and none is nested, so that
 * a search takes time in proportion to the text.
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
  // Not behind "-": it would begin again at every part of a long name, and take the square of its length.
  ['jwt', token(/(?<!-)eyJ[A-Za-z0-9_-]{8,2000}\.eyJ[A-Za-z0-9_-]{8,4000}\.[A-Za-z0-9_-]{8,2000}/)],
];

/** What begins a word, and what stands where a word begins but for the escape before it: of JSON, or of a terminal. */
function token({ source }: RegExp): RegExp {
  return new RegExp(`(?:\\b|(?<=\\\\[bfnrt]|\\\\u[0-9A-Fa-f]{4}|\\[[0-9;]{0,20}[A-Za-z]))${source}`, 'g');
}

/** What the escapes before a word are made of, and words themselves: between two of these no text is cut. */
export const UNBROKEN: RegExp = /[\w\\[;-]/;

/** Characters: no rule takes more. */
export const LONGEST_SECRET = 12_500;

/** Where secrets begin and end in a text, rule by rule. */
export function findSecrets(text: string): readonly (readonly [start: number, end: number])[] {
  return RULES.flatMap(([, rule]) =>
    Array.from(text.matchAll(rule), ({ 0: found, index }) => [index, index + found.length] as const),
  );
}

/**
 * The text with `[redacted:<name>]` for every secret in a known format, and behind it the line breaks that the secret
 * had: lines keep their numbers, by which markers name them. All else stays byte for byte.
 */
export function redactSecrets(text: string): string {
  let out = text;
  for (const [name, rule] of RULES) {
    out = out.replaceAll(rule, (secret) => `[redacted:${name}]${secret.replaceAll(/[^\r\n]+/g, '')}`);
  }
  return out;
}
