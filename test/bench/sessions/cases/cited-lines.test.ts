import { expect, test } from 'vitest';
import type { Arguments, SessionEvent } from '../../../../src/transcripts/session-event.ts';
import { CaseFinder } from './case-finder.ts';

const SOURCE = Array.from({ length: 200 }, (_, at) =>
  at === 99
    ? 'export function parseConfig(text: string) {'
    : at === 149
      ? '  const limit = readLimit(text) ?? 30;'
      : `  // row ${at}`,
).join('\n');

const said = (text: string): SessionEvent => ({ kind: 'said', text });
const asked: SessionEvent = { kind: 'asked', text: 'Review it', isSummary: false };

const call = (tool: string, args: Arguments, text: string): readonly SessionEvent[] => [
  { kind: 'called', call: '1', tool, args },
  { kind: 'gave', call: '1', text, isFailed: false },
];
const READ = call('Read', { file_path: '/p/src/config.ts' }, SOURCE);

/** Returns the lines of a result that count as cited by the agent's later events. */
function citedOf(result: readonly SessionEvent[], ...events: readonly SessionEvent[]): readonly number[] | undefined {
  const finder = new CaseFinder('s', 'claude-code');
  const settled = [asked, said('I look.'), ...result, ...events].flatMap((event) => finder.push(event));
  return [...settled, ...finder.end()].find((one) => one.result === 1)?.needs.cite;
}

const citedBy = (...events: readonly SessionEvent[]) => citedOf(READ, ...events);

test.each([
  ['a place', 'The limit is wrong (`src/config.ts:150`).', [150]],
  ['a range', 'See config.ts:99-101.', [99, 100, 101]],
  ['a quoted line', 'It says\n```ts\n  const limit = readLimit(text) ?? 30;\n```\nwhich is wrong.', [150]],
  ['a part of a line', 'It falls back by `readLimit(text) ?? 30`.', [150]],
  ['a definition', 'I would split `parseConfig()`.', [100]],
  ['a name that is not defined there', 'I would split `otherConfig`.', []],
  ['words that stand in many lines', 'It has `  // row 1` in it.', []],
  ['a place in another file', 'See `src/other.ts:150`.', []],
  ['more than a place', 'See config.ts:1-200.', []],
])('a final answer cites %s', (_, answer, lines) => {
  expect(citedBy(said(answer))).toEqual(lines);
});

const far = Array.from({ length: 30 }, () => call('Bash', { command: 'ls' }, 'a')).flat();

test('what is said before a call is no final answer, a todo and a review are, at any distance', () => {
  const words = 'The limit is wrong: src/config.ts:150';
  expect(citedBy(said(words), ...far)).toEqual([]);
  expect(citedBy(...far, said(words))).toEqual([150]);
  expect(citedBy(...far, said('Split `parseConfig` by `readLimit(text) ?? 30`.'))).toEqual([100, 150]);
  for (const [tool, args] of [
    ['TodoWrite', { todos: [{ content: words, status: 'pending' }] }],
    ['ExitPlanMode', { plan: words }],
    ['mcp__github__create_pull_request_review', { body: words }],
    ['ReportFindings', { findings: [{ summary: words }] }],
    ['Bash', { command: `gh pr comment 7 --body '${words}'` }],
  ] as const) {
    expect(citedBy(...far, ...call(tool, args, 'done'))).toEqual([150]);
    expect(citedBy(...far, ...call('Write', args, 'done'))).toEqual([]);
  }
});

const hits = (line: (number: number) => string): string =>
  Array.from({ length: 90 }, (_, at) => line(at + 1)).join('\n');
const SEARCH = { pattern: 'limit', path: '/p/src' };
const TEXT = 'const limit = the limit of it;';

test.each([
  [
    'a search',
    call(
      'Grep',
      SEARCH,
      hits((at) => `src/config.ts:${at + 100}:${TEXT}`),
    ),
    [50],
  ],
  [
    'a search by opencode',
    call(
      'grep',
      SEARCH,
      hits((at) => (at === 1 ? '/p/src/config.ts:' : `  Line ${at + 100}: ${TEXT}`)),
    ),
    [50],
  ],
  [
    'a search in one file',
    call(
      'Grep',
      { ...SEARCH, path: 'src/config.ts' },
      hits((at) => `${at + 100}:${TEXT}`),
    ),
    [50],
  ],
  [
    'a command',
    call(
      'Bash',
      { command: 'git log -1; rg -n limit src' },
      hits((at) => `src/config.ts:${at + 100}:${TEXT}`),
    ),
    [50],
  ],
  [
    'a search in another file',
    call(
      'Grep',
      SEARCH,
      hits((at) => `src/other.ts:${at + 100}:${TEXT}`),
    ),
    [],
  ],
  [
    'other lines',
    call(
      'Grep',
      SEARCH,
      hits((at) => `src/config.ts:${at + 200}:${TEXT}`),
    ),
    [],
  ],
  ['a command whose lines have no numbers', call('Bash', { command: 'make; cat src/config.ts' }, SOURCE), []],
  ['a read of two files', call('Bash', { command: 'cat src/config.ts src/other.ts' }, SOURCE), []],
])('a place is cited of %s', (_, result, lines) => {
  expect(citedOf(result, ...far, said('See src/config.ts:150.'))).toEqual(lines);
});

test('of an answer in several messages only the last one counted', () => {
  expect(citedBy(said('See config.ts:150.'), { kind: 'thought', text: 'Well.' }, said('That is all.'))).toEqual([150]);
});

test('a quotation of more than 200 characters was not looked for', () => {
  const long = `return [${Array.from({ length: 60 }, (_, at) => `value${at}`).join(', ')}];`;
  const result = call('Bash', { command: 'make' }, `${SOURCE}\n  ${long}`);
  expect(citedOf(result, said(`It says \`${long}\`.`))).toEqual([201]);
});

test('a place is cited of the read that showed it rather than of a later search', () => {
  const later = call(
    'Grep',
    SEARCH,
    hits((at) => `src/config.ts:${at + 100}:${TEXT}`),
  );
  expect(citedBy(...later, said('See src/config.ts:150.'))).toEqual([150]);
});

test('of more than 200 names and quotations the rest was lost', () => {
  const others = Array.from({ length: 500 }, (_, at) => `\`otherName${at}\``).join(', ');
  const quoted = '```ts\n  const limit = readLimit(text) ?? 30;\n```';
  expect(citedBy(said(`${others}, \`parseConfig\`\n${quoted}`))).toEqual([100, 150]);
});

test('what an answer cites took time in the product of its length and the results', () => {
  const reads = Array.from({ length: 20 }, () => call('Read', { file_path: '/p/long.ts' }, SOURCE.repeat(20))).flat();
  const names = Array.from({ length: 20_000 }, (_, at) => `\`otherName${at}()\``).join(', ');
  const places = Array.from({ length: 20_000 }, (_, at) => `long.ts:${10_000 + at}`).join(', ');
  expect(citedOf(READ, ...reads, said(`${names} ${places} \`parseConfig()\``))).toEqual([100]);
});
