import { expect, test } from 'vitest';
import { CaseFinder } from '../../../../../launcher/eval/sessions/cases/case-finder.ts';
import type { SessionEvent } from '../../../../../src/transcripts/session-event.ts';

const SOURCE = Array.from({ length: 200 }, (_, at) =>
  at === 99
    ? 'export function parseConfig(text: string) {'
    : at === 149
      ? '  const limit = readLimit(text) ?? 30;'
      : `  // row ${at}`,
).join('\n');

const said = (text: string): SessionEvent => ({ kind: 'said', text });
const asked: SessionEvent = { kind: 'asked', text: 'Review it', isSummary: false };

/** Lines of the file that count as cited, where the agent reads it, and then does that. */
function citedBy(...events: readonly SessionEvent[]): readonly number[] | undefined {
  const finder = new CaseFinder('s', 'claude-code');
  const all: readonly SessionEvent[] = [
    asked,
    said('I read the file.'),
    { kind: 'called', call: '1', tool: 'Read', args: { file_path: '/p/src/config.ts' } },
    { kind: 'gave', call: '1', text: SOURCE, isFailed: false },
    ...events,
  ];
  const settled = all.flatMap((event) => finder.push(event));
  return [...settled, ...finder.end()].find(({ result }) => result === 1)?.needs.cite;
}

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

test('what is said before a call is no final answer, a todo is one, at any distance', () => {
  const call: SessionEvent = { kind: 'called', call: '2', tool: 'Bash', args: { command: 'ls' } };
  const gave: SessionEvent = { kind: 'gave', call: '2', text: 'a', isFailed: false };
  const far = Array.from({ length: 30 }, () => [call, gave]).flat();
  expect(citedBy(said('See `src/config.ts:150`.'), call, gave)).toEqual([]);
  expect(citedBy(...far, said('See `src/config.ts:150`.'))).toEqual([150]);
  const todo = { todos: [{ content: 'Mend src/config.ts:150', status: 'pending' }] };
  expect(citedBy({ kind: 'called', call: '3', tool: 'TodoWrite', args: todo }, gave)).toEqual([150]);
});
