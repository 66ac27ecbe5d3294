import { expect, test } from 'vitest';
import { type GivenResult, mayBeShortened, shortenResult } from '../../../launcher/hooks/shorten-result.ts';
import { createEmbeddedPruner } from '../../../src/engine/embedded.ts';
import { createSessionMemory } from '../../../src/session-memory/session-memory.ts';
import { LONG } from './claude-session.ts';

const OPTIONS = {
  ...({ care: 'balanced', minChars: 2500, isIgnored: (file: string) => file.endsWith('.lock') } as const),
  pruner: createEmbeddedPruner(),
};
const QUESTION = 'I look at how a refund is updated.';

/** What a session about refunds leaves of it. */
function shorten(given: GivenResult, shortened: readonly string[] = []) {
  const memory = createSessionMemory();
  memory.push({ kind: 'asked', text: 'Mend update_refund: the refund is applied twice', isSummary: false });
  memory.push({ kind: 'called', call: '1', tool: 'Grep', args: { pattern: 'update_refund' } });
  memory.push({ kind: 'gave', call: '1', text: 'src/checkout.ts:40:  return update_refund(given);', isFailed: false });
  const wasShortened = (file: string): boolean => shortened.includes(file);
  const facts = { question: QUESTION, context: memory.context(), wasShortened };
  return shortenResult(given, facts, OPTIONS, new AbortController().signal);
}

test('lines of a printed part have the numbers of the file', async () => {
  const lines = LONG.split('\n').slice(99, 900);
  const given = { tool: 'Bash', args: { command: "sed -n '100,900p' src/shop.ts" }, text: lines.join('\n') };
  const { text, firstLine, details } = (await shorten(given)) ?? {};
  expect(firstLine).toBe(100);
  const [, first, last] = /\(filtered \d+ lines: (\d+)-(\d+)\)/.exec(text ?? '') ?? [];
  expect(details?.keptLines).not.toContain(Number(first) - 99);
  expect(details?.keptLines).toContain(Number(last) - 99 + 1);
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

test('a part of a file of which a part was left out comes whole', async () => {
  const given = {
    tool: 'Read',
    args: { file_path: '/shop.ts', offset: 100 },
    text: LONG,
    path: '/shop.ts',
    firstLine: 100,
  };
  expect(await shorten(given)).toBeDefined();
  expect(await shorten(given, ['/shop.ts'])).toBeUndefined();
});

test.each<[string, Partial<GivenResult>]>([
  ['short', { text: 'x'.repeat(2499) }],
  ['instructions', { path: '/repo/CLAUDE.md' }],
  ['named by the user', { path: '/repo/pnpm.lock' }],
  ['printed instructions', { tool: 'Bash', args: { command: 'cat AGENTS.md' }, path: undefined }],
  ['a text with our markers', { text: `${LONG}\n(filtered 3 lines: 4-6)\n` }],
  ['a file with a carriage return inside a line', { text: `${LONG}\na\rb\n` }],
])('a result is given as it is: %s', (_, given) => {
  const plain = { tool: 'Read', args: { file_path: '/repo/a.ts' }, text: LONG, path: '/repo/a.ts' };
  expect(mayBeShortened(plain, OPTIONS)).toBe(true);
  expect(mayBeShortened({ ...plain, ...given }, OPTIONS)).toBe(false);
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
  expect(mayBeShortened({ tool: 'Bash', args: { command }, text: LONG }, OPTIONS)).toBe(false);
  expect(mayBeShortened({ tool: 'Bash', args: { command: 'npm test' }, text: LONG }, OPTIONS)).toBe(true);
});
