import { expect, test } from 'vitest';
import { createEmbeddedPruner } from '../../../src/engine/embedded.ts';
import { createSessionMemory } from '../../../src/session-memory/session-memory.ts';
import { readMarker } from '../../../src/text/gap-marker.ts';
import type { GivenResult } from '../../../src/unasked/given-result.ts';
import { shortenResult, unaskedPart } from '../../../src/unasked/shorten-result.ts';
import { whyAlwaysWhole } from '../../../src/unasked/why-whole.ts';
import { LONG } from '../../launcher/hooks/claude-session.ts';

const OPTIONS = {
  ...({ cuts: 'more', isIgnored: (file: string) => file.endsWith('.lock') } as const),
  pruner: createEmbeddedPruner(),
};
const PROMPT = 'Mend update_refund: the refund is applied twice';
const QUESTION = 'I look at how a refund is updated.';

/** Shortens a result in a session about refunds. */
function shorten(given: GivenResult, shortened: readonly string[] = [], prompt = PROMPT, question = QUESTION) {
  const memory = createSessionMemory();
  memory.push({ kind: 'asked', text: prompt, isSummary: false });
  memory.push({ kind: 'called', call: '1', tool: 'Grep', args: { pattern: 'update_refund' } });
  memory.push({ kind: 'gave', call: '1', text: 'src/checkout.ts:40:  return update_refund(given);', isFailed: false });
  const wasShortened = (file: string): boolean => shortened.includes(file);
  const facts = { question, context: memory.context(), wasShortened };
  return shortenResult(given, facts, OPTIONS, new AbortController().signal);
}

test('a range that was asked for comes whole, read or printed', async () => {
  const text = LONG.split('\n').slice(99, 900).join('\n');
  const read = { tool: 'Read', path: '/shop.ts', text };
  for (const given of [
    { tool: 'Bash', args: { command: "sed -n '100,900p' src/shop.ts" }, text },
    { ...read, args: { file_path: '/shop.ts', offset: 100 }, firstLine: 100 },
    { ...read, args: { file_path: '/shop.ts', limit: 801 } },
  ]) {
    expect(await shorten(given)).toBeUndefined();
  }
  expect(await shorten({ ...read, args: { file_path: '/shop.ts' } })).toBeDefined();
});

test.each([
  [
    'lines that come with numbers',
    { command: 'cat -n src/shop.ts' },
    (line: string, at: number) => `${at + 9}\t${line}`,
  ],
  ['several files', { command: 'cat src/a.ts src/b.ts' }, (line: string) => line],
])('%s are counted from 1', async (_, args, toLine) => {
  const text = LONG.split('\n').map(toLine).join('\n');
  expect((await shorten({ tool: 'Bash', args, text }))?.firstLine).toBe(1);
});

test('a file of which a part was left out comes whole the second time', async () => {
  const given = { tool: 'Read', args: { file_path: '/shop.ts' }, text: LONG, path: '/shop.ts' };
  expect(await shorten(given)).toBeDefined();
  expect(await shorten(given, ['/shop.ts'])).toBeUndefined();
});

test.each([
  ['below 2,000 tokens', { text: LONG.slice(0, 5000) }, undefined],
  ['that the prompt names', {}, 'Mend the refund in shop.ts'],
  ['in a session that reviews', {}, 'Review how refunds are updated'],
  ['in a session that explains', {}, 'Explain update_refund to me'],
])('a result %s comes whole', async (_, more, prompt) => {
  const given = { tool: 'Read', args: { file_path: '/shop.ts' }, text: LONG, path: '/shop.ts' };
  expect(await shorten({ ...given, ...more }, [], prompt)).toBeUndefined();
});

test('what the agent or the prompt says will be followed comes whole', async () => {
  const given = { tool: 'Bash', args: { command: 'cat RELEASING.md' }, text: LONG };
  expect(await shorten(given)).toBeDefined();
  expect(await shorten(given, [], PROMPT, 'First the steps that I have to follow.')).toBeUndefined();
  expect(await shorten(given, [], 'Mend update_refund, then follow RELEASING.')).toBeUndefined();
});

test('what would leave out less than three tenths comes whole, of references less than 15 %', () => {
  const given = { tool: 'Read', args: { file_path: '/shop.ts' }, text: LONG, path: '/shop.ts' };
  const part = unaskedPart(given, { wasShortened: () => false, context: undefined }, 'more');
  if (typeof part === 'string') throw new Error(part);
  expect(part.saves?.(LONG.slice(0, 0.6 * LONG.length), 'balanced')).toBe(true);
  expect(part.saves?.(LONG.slice(0, 0.75 * LONG.length), 'balanced')).toBe(false);
  expect(part.saves?.(LONG.slice(0, 0.75 * LONG.length), 'references')).toBe(true);
  expect(part.saves?.(LONG.slice(0, 0.85 * LONG.length), 'references')).toBe(false);
  // If the host cuts the result anyway, the limit is what the host would show.
  const cut = unaskedPart(given, { wasShortened: () => false, context: undefined }, 'more', {
    shownChars: 0.5 * LONG.length,
  });
  if (typeof cut === 'string') throw new Error(cut);
  expect(cut.saves?.(LONG.slice(0, 0.48 * LONG.length), 'balanced')).toBe(true);
  expect(cut.saves?.(LONG.slice(0, 0.51 * LONG.length), 'balanced')).toBe(false);
});

test('what was just named is shown: its definition whole, and a gap names what it holds', async () => {
  const given = { tool: 'Read', args: { file_path: '/shop.ts' }, text: LONG, path: '/shop.ts' };
  const { text = '', details } = (await shorten(given)) ?? {};
  const lines = LONG.split('\n');
  const from = lines.findIndex((line) => line.startsWith('export function update_refund('));
  const to = lines.indexOf('}', from);
  for (let line = from; line <= to; line++) expect(details?.keptLines).toContain(line + 1);
  const gaps = text.split('\n').flatMap((line) => readMarker(line) ?? []);
  const named = gaps.flatMap((gap) => (gap.kind === 'filtered' ? gap.outline : []));
  expect(named.length).toBeGreaterThan(5);
  for (const { name, first, last } of named) {
    expect(lines[first - 1]).toContain(`function ${name}(`);
    expect(lines[last - 1]).toBe('}');
  }
});

test.each<[string, Partial<GivenResult>]>([
  ['instructions', { path: '/repo/CLAUDE.md' }],
  ['named by the user', { path: '/repo/pnpm.lock' }],
  ['printed instructions', { tool: 'Bash', args: { command: 'cat AGENTS.md' }, path: undefined }],
  ['a skill', { text: `---\nname: refunds\ndescription: How refunds work\n---\n${LONG}` }],
  ['a text with our markers', { text: `${LONG}\n(filtered 3 lines: 4-6)\n` }],
  ['a file with a carriage return inside a line', { text: `${LONG}\na\rb\n` }],
])('a result is given as it is: %s', (_, given) => {
  const plain = { tool: 'Read', args: { file_path: '/repo/a.ts' }, text: LONG, path: '/repo/a.ts' };
  expect(whyAlwaysWhole(plain, OPTIONS)).toBeUndefined();
  expect(whyAlwaysWhole({ ...plain, ...given }, OPTIONS)).toBeDefined();
});

test.each([
  'git show HEAD:CLAUDE.md',
  'bash -c "cat AGENTS.md"',
  'cat <CLAUDE.md',
  'find . -name CLAUDE.md -exec cat {} +',
  'for f in */AGENTS.md; do cat $f; done',
  'python3 -c "print(open(\'.claude/skills/ship/SKILL.md\').read())"',
  'git show HEAD:pnpm.lock',
])('what %s prints comes whole, since a file that is always whole stands in the command', (command) => {
  expect(whyAlwaysWhole({ tool: 'Bash', args: { command }, text: LONG }, OPTIONS)).toBe(
    command.includes('.lock') ? 'ignored' : 'instructions',
  );
  expect(whyAlwaysWhole({ tool: 'Bash', args: { command: 'npm test' }, text: LONG }, OPTIONS)).toBeUndefined();
});
