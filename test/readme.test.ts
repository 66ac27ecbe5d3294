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
const filesIn = (folder: string): string[] =>
  readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`);
const DOCS = filesIn('docs').filter((file) => file.endsWith('.md'));

test.each(PAGES)('the tables of %s are what the parser, the schemas and the help are made of', (page) => {
  expect(withTables(pageOf(page)), '`pnpm doc-tables` makes them anew').toBe(pageOf(page));
});

test('every variable has its row', () => {
  for (const name of [...Object.keys(VARIABLES), ...Object.keys(WORKER_VARIABLES)])
    expect(pageOf('docs/environment.md')).toContain(`| \`${name}\` |`);
});

test('the README is short, and what it and the pages link to is there', () => {
  expect(README.split('\n').length - 1).toBeLessThanOrEqual(170);
  expect(DOCS.length).toBeLessThanOrEqual(25);
  for (const page of DOCS) expect(pageOf(page).split('\n').length - 1, page).toBeLessThanOrEqual(250);
  for (const page of ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', ...DOCS]) {
    for (const [, target = ''] of pageOf(page).matchAll(/\]\(((?!https?:)[^)\s]+)\)/g)) {
      const [file = '', anchor] = target.split('#');
      const to = file === '' ? page : path.posix.join(path.posix.dirname(page), file);
      expect(existsSync(`${ROOT}${to}`), `${page} links to ${target}`).toBe(true);
      if (anchor !== undefined) expect(anchorsOf(pageOf(to)), `${page} links to ${target}`).toContain(anchor);
    }
  }
});

test('every page is two links from the README at most', () => {
  const linked = (page: string): string[] =>
    [...pageOf(page).matchAll(/\]\(((?!https?:)[^)\s#]+\.md)/g)].map(([, target = '']) =>
      path.posix.join(path.posix.dirname(page), target),
    );
  const near = ['README.md', ...linked('README.md')];
  const reached = new Set([...near, ...near.filter((page) => page.endsWith('.md')).flatMap(linked)]);
  expect(DOCS.filter((page) => !reached.has(page))).toEqual([]);
});

/** Files of imaginary projects in examples. */
const EXAMPLES = new Set(['src/a.ts', 'src/retry.ts']);

test('files and folders that the pages name are there', () => {
  const files = ['src', 'worker', 'launcher', 'test'].flatMap(filesIn);
  const names = new Set(files.map((file) => path.posix.basename(file)));
  for (const page of ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', ...DOCS]) {
    for (const [, named = ''] of pageOf(page).matchAll(/[` ]([\w./-]+\.(?:ts|tsx|mjs|py))\b/g)) {
      if (EXAMPLES.has(named)) continue;
      const isThere = existsSync(`${ROOT}${named}`) || names.has(path.posix.basename(named));
      expect(isThere, `${page} names ${named}`).toBe(true);
    }
    for (const [, named = ''] of pageOf(page).matchAll(/`((?:src|worker|launcher|test)\/(?![\w/-]*NAME)[\w/-]+)`/g)) {
      expect(existsSync(`${ROOT}${named}`), `${page} names ${named}`).toBe(true);
    }
  }
});

test('commands and options that the pages name are there', () => {
  const known = new Map(COMMANDS.map((command) => [command.name, command]));
  const usages = [...DOCS, 'README.md'].flatMap((page) => {
    const blocks = pageOf(page).split(/^```(?:sh\n)?/m);
    const lines = blocks
      .filter((_, at) => at % 2 === 1)
      .flatMap((block) => block.split('\n').map((line) => `\`${line}`));
    const spans = blocks.filter((_, at) => at % 2 === 0).flatMap((text) => text.match(/`[^`]+/g) ?? []);
    return [...lines, ...spans].flatMap((line) => {
      const [, words = '', rest = ''] = /^`mcp-pruner ((?:[a-z]+ ?){1,2})([^#]*)/.exec(line) ?? [];
      const options = [...rest.matchAll(/--([a-z-]+)/g)].map(([, name = '']) => name);
      return words === '' ? [] : [{ page, words: words.trim(), options }];
    });
  });
  expect(usages.length).toBeGreaterThan(100);
  for (const { page, words, options } of usages) {
    const [first = '', second = ''] = words.split(' ');
    const command = known.get(`${first} ${second}`) ?? known.get(first);
    expect(command, `${page} names mcp-pruner ${words}`).toBeDefined();
    for (const option of options)
      expect(helpOf(command as (typeof COMMANDS)[number]), `${page} names ${words} --${option}`).toContain(
        `--${option}`,
      );
  }
});

test('data files are tables that a page names', () => {
  const data = filesIn('docs/measured').filter((file) => path.posix.extname(file) !== '');
  const pages = DOCS.map(pageOf).join('\n');
  for (const file of data) {
    expect(file).toMatch(/\.csv$/);
    expect(pages.includes(`](${file.slice('docs/'.length)})`), `a page links to ${file}`).toBe(true);
    const rows = pageOf(file).trimEnd().split('\n');
    const widths = rows.map((row) => row.replaceAll(/"(?:[^"]|"")*"/g, 'x').split(',').length);
    expect(new Set(widths).size, `${file}: ${widths.join(' ')}`).toBe(1);
    expect(rows.length, file).toBeGreaterThan(1);
  }
});

test('the glossary has at most twenty words, and the code uses each', () => {
  const words = [...pageOf('ARCHITECTURE.md').matchAll(/^\| ([a-z]+) \|/gm)].map(([, word = '']) => word);
  expect(words.length).toBeGreaterThan(10);
  expect(words.length).toBeLessThanOrEqual(20);
  const code = ['src', 'worker', 'launcher'].flatMap(filesIn).filter((file) => /\.tsx?$/.test(file));
  const text = code
    .map(pageOf)
    .join('\n')
    .replaceAll(/^\s*(?:\/\*|\*|\/\/).*$/gm, '')
    .toLowerCase();
  for (const word of words) expect(text.split(word).length, word).toBeGreaterThan(5);
});

/** Returns the anchors of a page's headings, as GitHub generates them. */
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
  for (const page of ['README.md', 'CONTRIBUTING.md', ...DOCS]) {
    for (const [, script = ''] of pageOf(page).matchAll(/(?:npx -y pnpm@\S+|`pnpm) (?!install|add|dlx)([\w:-]+)/g)) {
      expect(Object.keys(scripts), page).toContain(script);
    }
  }
  // The table says which command to run when, and has ten rows.
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
  // The demo does not need the packages that only tests use.
  expect(commands.map(([, , all, script]) => [script, all])).toEqual([
    ['demo', undefined],
    ['test', ' -r'],
  ]);
  for (const [, , , script = ''] of commands) expect(scripts).toHaveProperty(script);
});

test('the first way to set it up outlives the terminal', () => {
  const install = 'npm run -s build && npm pack --silent --ignore-scripts && npm i -g ./jeeves-mcp-pruner-*.tgz';
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
  expect(shown.length).toBeGreaterThan(5);
  for (const [, number, text] of shown) expect(text).toBe(source[Number(number) - 1]);
  expect(plain).toContain(`>${DEMO.question}<`);
  expect(svg).toContain('prefers-color-scheme: dark');
  const [before, after] = [...svg.matchAll(/([\d,]+) tokens[<,]/g)].map(([, tokens]) => tokens);
  expect(pageOf('docs/measured.md')).toContain(`The README’s demo keeps ${after} of ${before} tokens.`);
  expect(README).toContain(`and ${after} tokens took the place of ${before}.](.readme/picture.svg)`);
});
