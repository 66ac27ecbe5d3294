import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { PAGES, withTables } from '../.build/doc-tables.ts';
import { COMMANDS } from '../launcher/cli/commands.ts';
import { helpOf } from '../launcher/cli/help.ts';
import { VARIABLES } from '../launcher/platform/settings/variables.ts';
import { WORKER_VARIABLES } from '../worker/settings/variables.ts';
import { DEMO } from './clients/demo-server.ts';
import { ROOT } from './runtime/started.ts';
import { inProcessServer } from './support/in-process-server.ts';

const README = readFileSync(`${ROOT}README.md`, 'utf8');

const pageOf = (page: string): string => readFileSync(`${ROOT}${page}`, 'utf8');

test.each(PAGES)('the tables of %s are what the parser, the schemas and the help are made of', (page) => {
  expect(withTables(pageOf(page)), '`pnpm doc-tables` makes them anew').toBe(pageOf(page));
});

test('every variable has its row', () => {
  for (const name of [...Object.keys(VARIABLES), ...Object.keys(WORKER_VARIABLES)])
    expect(pageOf('docs/environment.md')).toContain(`| \`${name}\` |`);
});

test('the README is short, and what it and the pages link to is there', () => {
  expect(README.split('\n').length - 1).toBeLessThanOrEqual(170);
  const pages = readdirSync(`${ROOT}docs`).map((name) => `docs/${name}`);
  for (const page of ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', ...pages]) {
    for (const [, target = ''] of pageOf(page).matchAll(/\]\(((?!https?:)[^)\s]+)\)/g)) {
      const [file = '', anchor] = target.split('#');
      const to = file === '' ? page : path.posix.join(path.posix.dirname(page), file);
      expect(existsSync(`${ROOT}${to}`), `${page} links to ${target}`).toBe(true);
      if (anchor !== undefined) expect(anchorsOf(pageOf(to)), `${page} links to ${target}`).toContain(anchor);
    }
  }
});

test('files that ARCHITECTURE and CONTRIBUTING name are there', () => {
  const files = ['src', 'worker', 'launcher', 'test'].flatMap((folder) =>
    readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' }).map((file) => path.posix.basename(file)),
  );
  for (const page of ['ARCHITECTURE.md', 'CONTRIBUTING.md']) {
    for (const [, named = ''] of pageOf(page).matchAll(/`([\w./-]+\.(?:ts|tsx|mjs))`/g)) {
      const isThere = existsSync(`${ROOT}${named}`) || files.includes(named);
      expect(isThere, `${page} names ${named}`).toBe(true);
    }
  }
});

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(page: string): string[] {
  return [...page.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test('scripts that the pages name are there', () => {
  const { scripts } = JSON.parse(pageOf('package.json')) as { scripts: Record<string, string> };
  const pages = ['README.md', 'CONTRIBUTING.md', ...readdirSync(`${ROOT}docs`).map((name) => `docs/${name}`)];
  for (const page of pages) {
    for (const [, script = ''] of pageOf(page).matchAll(/npx -y pnpm@\S+ (?!install|add)([\w:-]+)/g)) {
      expect(Object.keys(scripts), page).toContain(script);
    }
  }
  // The table of which command to run when, in ten rows.
  const rows = pageOf('CONTRIBUTING.md').match(/^\| (?!When|---).*\|$/gm) ?? [];
  expect(rows).toHaveLength(10);
  const second = rows.map((row) => row.split(' | ')[1] ?? '');
  for (const [, command = ''] of second.join('\n').matchAll(/`([\w:./-]+)[^`]*`/g)) {
    const isThere = command === 'bash' || Object.hasOwn(scripts, command) || existsSync(`${ROOT}${command}`);
    expect(isThere, command).toBe(true);
  }
});

test('there are exactly two set-up commands, and they call scripts that exist', () => {
  const scripts = (JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as { scripts: Record<string, string> })
    .scripts;
  const commands = [...README.matchAll(/^npx -y (pnpm@\S+) install --frozen-lockfile( -r)? && npx -y \1 (\w+)$/gm)];
  // The demo does without what tests alone need.
  expect(commands.map(([, , all, script]) => [script, all])).toEqual([
    ['demo', undefined],
    ['test', ' -r'],
  ]);
  for (const [, , , script = ''] of commands) expect(scripts).toHaveProperty(script);
});

test('the first way to set it up outlives the terminal', () => {
  const install = 'npm run -s build && npm pack --ignore-scripts && npm i -g ./jeeves-mcp-pruner-*.tgz';
  for (const page of [README, pageOf('docs/install.md')]) {
    const blocks = page.split('```sh\n').slice(1);
    expect(blocks.find((block) => block.includes('mcp-pruner init'))?.split('\n')[0]).toBe(install);
  }
});

test('the example call is one that the server takes', async () => {
  const example = /```json\n([\s\S]*?)```/.exec(README)?.[1] ?? '';
  const { method, params } = JSON.parse(example) as { method: string; params: object };
  const answer = await inProcessServer(ROOT.replace(/\/$/, '')).handle(method, params);
  const { structuredContent } = answer as {
    readonly structuredContent: { readonly tool: string; readonly content: string };
  };
  expect(structuredContent).toMatchObject({ tool: 'read', content: expect.stringContaining('EXPIRY_MS') });
  const [, all, shown = ''] = /all (\d+) lines come back[^`]*```text\n([\s\S]*?)\n\n\[all of it/.exec(README) ?? [];
  const count = readFileSync(`${ROOT}${DEMO.file}`, 'utf8').trimEnd().split('\n').length;
  expect(Number(all)).toBe(count);
  const [gap, ...lines] = shown.split('\n').filter((line) => line !== '…');
  expect([gap, lines.pop()]).toEqual([
    expect.stringMatching(/^\(filtered (\d+) lines: 1-\1\)$/),
    expect.stringMatching(new RegExp(`^\\(filtered \\d+ lines: \\d+-${count}\\)$`)),
  ]);
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) expect(structuredContent.content).toContain(line);
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
  expect(pageOf('docs/measured.md')).toContain(`The README’s demo keeps ${after} of ${before} tokens.`);
  expect(README).toContain(`and ${after} tokens took the place of ${before}.](.readme/picture.svg)`);
});
