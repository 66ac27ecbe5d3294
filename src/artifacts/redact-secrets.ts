/**
 * Secrets in formats that their makers publish, each with its name. Every repeat is bounded and none is nested, so that
 * a search takes time in proportion to the text.
 */
const RULES: readonly (readonly [string, RegExp])[] = [
  [
    'private-key',
    /-----BEGIN (?:[A-Z]{2,10} ){0,2}PRIVATE KEY-----(?:[^-]|-(?!----BEGIN )){1,12000}?-----END (?:[A-Z]{2,10} ){0,2}PRIVATE KEY-----/g,
  ],
  ['aws-key-id', /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g],
  ['github-token', /\b(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{22,255})\b/g],
  ['gitlab-token', /\bglpat-[A-Za-z0-9_-]{20,100}/g],
  ['slack-token', /\bxox[abeoprs]-[A-Za-z0-9-]{10,200}/g],
  ['anthropic-key', /\bsk-ant-[A-Za-z0-9_-]{20,200}/g],
  ['openai-key', /\bsk-(?:proj-|svcacct-)?[A-Za-z0-9_-]{32,200}/g],
  ['google-key', /\bAIza[A-Za-z0-9_-]{35}/g],
  ['stripe-key', /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,200}/g],
  ['npm-token', /\bnpm_[A-Za-z0-9]{36}\b/g],
  ['mcp-pruner-key', /\bmcpp_[a-z0-9]{8,32}_[A-Za-z0-9_-]{16,100}/g],
  ['jwt', /\beyJ[A-Za-z0-9_-]{8,2000}\.eyJ[A-Za-z0-9_-]{8,4000}\.[A-Za-z0-9_-]{8,2000}/g],
];

/** Characters: no rule takes more. */
export const LONGEST_SECRET = 12_500;

/** Where secrets begin and end in a text, rule by rule. */
export function findSecrets(text: string): readonly (readonly [start: number, end: number])[] {
  return RULES.flatMap(([, rule]) =>
    Array.from(text.matchAll(rule), ({ 0: found, index }) => [index, index + found.length] as const),
  );
}

/** The text with `[redacted:<name>]` for every secret in a known format; all else stays byte for byte. */
export function redactSecrets(text: string): string {
  let out = text;
  for (const [name, rule] of RULES) out = out.replaceAll(rule, `[redacted:${name}]`);
  return out;
}
