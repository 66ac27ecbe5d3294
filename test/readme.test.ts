import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withTables } from '../.build/readme-tables.ts';
import { COMMANDS } from '../launcher/cli/commands.ts';
import { helpOf } from '../launcher/cli/help.ts';
import { VARIABLES } from '../launcher/config/variables.ts';
import { WORKER_VARIABLES } from '../worker/variables.ts';
import { DEMO } from './clients/demo-server.ts';
import { ROOT } from './runtime/started.ts';
import { inProcessServer } from './support/in-process-server.ts';

const README = readFileSync(`${ROOT}README.md`, 'utf8');

test('the tables are what the parser, the schemas and the help are made of; `pnpm readme` makes them anew', () => {
  expect(withTables(README)).toBe(README);
  for (const name of [...Object.keys(VARIABLES), ...Object.keys(WORKER_VARIABLES)])
    expect(README).toContain(`| \`${name}\` |`);
});

test('there are exactly two set-up commands, and they call scripts that exist', () => {
  const scripts = (JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as { scripts: Record<string, string> })
    .scripts;
  const commands = [...README.matchAll(/^npx -y (pnpm@\S+) install --frozen-lockfile && npx -y \1 (\w+)$/gm)];
  expect(commands.map(([, , script]) => script)).toEqual(['demo', 'test']);
  for (const [, , script = ''] of commands) expect(scripts).toHaveProperty(script);
});

test('the example call is one that the server takes', async () => {
  const example = /```json\n([\s\S]*?)```/.exec(README)?.[1] ?? '';
  const { method, params } = JSON.parse(example) as { method: string; params: object };
  const answer = await inProcessServer(ROOT.replace(/\/$/, '')).handle(method, params);
  expect(answer).toMatchObject({
    structuredContent: { tool: 'read', content: expect.stringContaining('EXPIRY_MS') },
  });
});

test('the help of every command fits a wide terminal and names its options', () => {
  for (const command of COMMANDS) {
    for (const name of Object.keys(command.options)) expect(helpOf(command)).toContain(`--${name}`);
  }
});

test('the picture at the top is of the demo’s file as it stands, in light and dark; `pnpm picture` draws it anew', () => {
  const svg = readFileSync(`${ROOT}.readme/picture.svg`, 'utf8');
  const plain = svg.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  const source = readFileSync(`${ROOT}${DEMO.file}`, 'utf8').split('\n');
  const shown = [...plain.matchAll(/text-anchor="end">(\d+)<\/text><text [^>]*>([^\n]*)<\/text>$/gm)];
  expect(shown.length).toBeGreaterThan(10);
  for (const [, number, text] of shown) expect(text).toBe(source[Number(number) - 1]);
  expect(plain).toContain(`>${DEMO.question}<`);
  expect(svg).toContain('prefers-color-scheme: dark');
  const [before, after] = [...svg.matchAll(/([\d,]+) tokens[<,]/g)].map(([, tokens]) => tokens);
  expect(README).toContain(`The demo above keeps ${after} of ${before} tokens.`);
  expect(README).toContain(`and ${after} tokens took the place of ${before}.](.readme/picture.svg)`);
});
