import { expect, test } from 'vitest';
import { redactSecrets } from '../../../src/artifacts/redact-secrets.ts';

const many = (character: string, n: number): string => character.repeat(n);

test.each([
  ['private-key', `-----BEGIN RSA PRIVATE KEY-----\n${many('MIIEow', 50)}\n-----END RSA PRIVATE KEY-----`],
  ['private-key', `-----BEGIN PRIVATE KEY-----\\n${many('MIIEow', 50)}\\n-----END PRIVATE KEY-----`],
  ['aws-key-id', `AKIA${many('A7', 8)}`],
  ['github-token', `ghp_${many('a', 36)}`],
  ['github-token', `github_pat_${many('a1_', 20)}z`],
  ['gitlab-token', `glpat-${many('a', 20)}`],
  ['slack-token', `xoxb-${many('1', 12)}`],
  ['anthropic-key', `sk-ant-${many('a', 40)}`],
  ['openai-key', `sk-proj-${many('b', 40)}`],
  ['google-key', `AIza${many('c', 35)}`],
  ['stripe-key', `sk_live_${many('d', 24)}`],
  ['npm-token', `npm_${many('e', 36)}`],
  ['jwt', `eyJ${many('a', 20)}.eyJ${many('b', 40)}.${many('c', 43)}`],
])('a %s is taken out, and nothing around it', (name, secret) => {
  const around = (middle: string): string => `{"before": "naïve 🙂\\n", "it": "${middle}", "after": [1]}\n`;
  const breaks = '\n'.repeat(secret.split('\n').length - 1);
  expect(redactSecrets(around(secret))).toBe(around(`[redacted:${name}]${breaks}`));
});

test.each(['\n', '\r\n'])(
  'a key over several lines leaves its line breaks, so that lines keep their numbers',
  (end) => {
    const lines = ['a', '-----BEGIN PRIVATE KEY-----', 'MIIEow', 'MIIEow', '-----END PRIVATE KEY-----', 'b'];
    expect(redactSecrets(lines.join(end))).toBe(['a', '[redacted:private-key]', '', '', '', 'b'].join(end));
  },
);

const TOKEN = `ghp_${many('a', 36)}`;
test.each([
  ['a line break in JSON', '{"env":"A=1\\n', '\\nB=2"}'],
  ['a tab in JSON in JSON', '{"json":"{\\"a\\":\\"\\\\t', '\\"}"}'],
  ['a quote by its number', '"\\u0022', '\\u0022"'],
  ['a colour', '\u001b[1;32m', '\u001b[0m'],
  ['a cleared screen', '\u001b[2J', '\u001b[K'],
  ['a colour in JSON', '"\\u001b[32m', '\\u001b[0m"'],
])('a secret behind %s is taken out', (_, before, after) => {
  expect(redactSecrets(`${before}${TOKEN}${after}`)).toBe(`${before}[redacted:github-token]${after}`);
});

test('what only looks like one stays', () => {
  const text =
    'task-force sk-short AKIA gh_abc ghp_short eyJ.eyJ. -----BEGIN PUBLIC KEY----- risk-averse-and-very-long';
  expect(redactSecrets(text)).toBe(text);
});

test('a long text is read once: what grows with its square would take hours', () => {
  const text = `${'-----BEGIN PRIVATE KEY-----'.repeat(30_000)}${'eyJ'.repeat(1_000_000)}`;
  expect(redactSecrets(text) === text).toBe(true);
});

test('many beginnings of tokens within one long name are read once', () => {
  const text = 'eyJ-'.repeat(1_000_000);
  expect(redactSecrets(text) === text).toBe(true);
});

test('many beginnings of keys without an end are read once, and the last one with an end is found', () => {
  const begin = '-----BEGIN PRIVATE KEY-----\n';
  const key = `${begin}Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\nMIIEow\n-----END PRIVATE KEY-----`;
  const text = begin.repeat(40_000);
  expect(redactSecrets(`${text}${key}`) === `${text}[redacted:private-key]${'\n'.repeat(5)}`).toBe(true);
});
