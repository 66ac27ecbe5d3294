import { expect, test } from 'vitest';
import { eachTerm } from '../../../src/session-memory/each-term.ts';
import { hashLine } from '../../../src/session-memory/line-hash.ts';
import type { SessionContext } from '../../../src/session-memory/session-context.ts';
import { createSessionMemory, type SessionMemory } from '../../../src/session-memory/session-memory.ts';
import { SOURCES, type Source } from '../../../src/session-memory/term-table.ts';
import { toCodeUnits } from '../../../src/text/code-units.ts';

const FILE = 'export function retryDelay() {\n  return baseDelay * 2;\n}\n';

function weightOf({ terms }: SessionContext, word: string, source: Source): number {
  const table = terms.copy();
  let hash = 0;
  eachTerm(word, 0, word.length, (term) => {
    hash = term;
  });
  const slot = table.slotOf(hash);
  return slot < 0 ? 0 : (table.weights[slot * SOURCES.length + SOURCES.indexOf(source)] as number);
}

function reads(memory: SessionMemory, file: string, text: string): void {
  memory.push({ kind: 'called', call: file, tool: 'Read', args: { file_path: file } });
  memory.push({ kind: 'gave', call: file, text, isFailed: false });
}

const holds = (context: SessionContext, line: string): boolean =>
  context.holds(hashLine(toCodeUnits(line), 0, line.length));

test('words are known by who used them, and weigh less the longer ago that was', () => {
  const memory = createSessionMemory();
  memory.push({ kind: 'asked', text: 'Mend the checkout', isSummary: false });
  memory.push({ kind: 'asked', text: 'Now the retries', isSummary: false });
  memory.push({ kind: 'said', text: 'I look for the scheduler.' });
  memory.push({ kind: 'thought', text: 'The queue may be full.' });
  memory.push({ kind: 'called', call: '1', tool: 'Edit', args: { file_path: 'a.ts', old_string: 'jitter' } });
  reads(memory, 'src/backoff.ts', FILE);
  const context = memory.context();
  expect(weightOf(context, 'retries', 'prompt')).toBe(255);
  expect(weightOf(context, 'checkout', 'prompt')).toBe(0);
  expect(weightOf(context, 'checkout', 'first')).toBe(255);
  expect(weightOf(context, 'queue', 'said')).toBe(255);
  expect(weightOf(context, 'scheduler', 'said')).toBe(204);
  expect(weightOf(context, 'jitter', 'edits')).toBe(255);
  expect(weightOf(context, 'backoff', 'args')).toBe(255);
  expect(weightOf(context, 'retryDelay', 'results')).toBe(255);
});

test('lines that were given are held, without a host’s numbers, until the context is summed up', () => {
  const memory = createSessionMemory();
  reads(memory, 'a.ts', '    12→export function retryDelay() {\n    13→  return baseDelay * 2;\n    14→}\n');
  expect(holds(memory.context(), 'return baseDelay * 2;')).toBe(true);
  memory.push({ kind: 'asked', text: 'Summary of what came before', isSummary: true });
  expect(holds(memory.context(), 'return baseDelay * 2;')).toBe(false);
});

test('lines of a file that were named, newest last', () => {
  const memory = createSessionMemory();
  memory.push({ kind: 'called', call: '1', tool: 'Bash', args: { command: 'npm test' } });
  const trace = 'TypeError: x\n    at retryDelay (/r/src/a.ts:12:3)\n    at run (/r/src/b.ts:40:9)\n';
  memory.push({ kind: 'gave', call: '1', text: trace, isFailed: true });
  memory.push({ kind: 'said', text: 'It fails at src/a.ts:14, see line 99.' });
  const { linesNamed } = memory.context();
  expect(linesNamed('src/a.ts')).toEqual([12, 14]);
  expect(linesNamed('C:\\r\\src\\b.ts')).toEqual([40]);
  expect(linesNamed(undefined)).toEqual([12, 40, 14, 99]);
});

test('files are counted by how often they were read and edited', () => {
  const memory = createSessionMemory();
  reads(memory, 'a.ts', FILE);
  reads(memory, 'a.ts', FILE);
  memory.push({ kind: 'called', call: '3', tool: 'Edit', args: { file_path: 'a.ts', old_string: 'x' } });
  const { edits, reads: count } = memory.context();
  expect([count('a.ts'), edits('a.ts'), edits('b.ts')]).toEqual([2, 1, 0]);
});

test('what is known at one moment does not change when the session goes on', () => {
  const memory = createSessionMemory();
  reads(memory, 'a.ts', FILE);
  const then = memory.context();
  reads(memory, 'a.ts', 'const somethingElse = 1;\n');
  memory.push({ kind: 'said', text: 'see a.ts:7 about the scheduler' });
  expect([then.reads('a.ts'), then.linesNamed('a.ts'), holds(then, 'const somethingElse = 1;')]).toEqual([
    1,
    [],
    false,
  ]);
  expect(weightOf(then, 'scheduler', 'said')).toBe(0);
});

test('a session of any length is held in bounded memory', () => {
  const memory = createSessionMemory();
  for (let call = 0; call < 600; call++) {
    const text = Array.from(
      { length: 500 },
      (_, at) => `const value_${call}_${at} = compute(${call}, ${at}); // a.ts:${at}`,
    );
    reads(memory, `src/file-${call}.ts`, text.join('\n'));
  }
  const { terms, linesNamed } = memory.context();
  expect(linesNamed(undefined).length).toBeLessThanOrEqual(400);
  const { slots, weights } = terms.copy();
  expect(weights.byteLength + slots * 4).toBeLessThan(1 << 20);
});

test('a result of a call that nobody saw is remembered all the same', () => {
  const memory = createSessionMemory();
  memory.push({ kind: 'gave', call: 'unknown', text: FILE, isFailed: false });
  expect(holds(memory.context(), 'export function retryDelay() {')).toBe(true);
});

test('what a failure names is of its own lines, not of our markers and notices', () => {
  const memory = createSessionMemory();
  const text =
    'readConfig failed\n(filtered 40 lines: 2-41: parseConfig 3-20)\n[mcp-pruner left out what this does not seem to need: "`oneName`"]';
  memory.push({ kind: 'called', call: '1', tool: 'Bash', args: { command: 'make' } });
  memory.push({ kind: 'gave', call: '1', text, isFailed: true });
  expect(memory.context().names).toEqual(['readConfig']);
});

test('a file that the prompt names is followed if any of its sentences says so, also after the next prompt', () => {
  const memory = createSessionMemory();
  const isAskedFor = (file: string): boolean | undefined => memory.context().isAskedFor?.(file);
  memory.push({ kind: 'asked', text: 'Read docs/releasing.md first. Then ship. Do what it says.', isSummary: false });
  memory.push({ kind: 'asked', text: 'Now look at docs/other.md', isSummary: false });
  expect([isAskedFor('/shop/docs/releasing.md'), isAskedFor('docs/other.md')]).toEqual([true, true]);
  memory.push({ kind: 'asked', text: 'Go on', isSummary: false });
  expect([isAskedFor('/shop/docs/releasing.md'), isAskedFor('docs/other.md')]).toEqual([true, false]);
});

test('a file is named without its extension too', () => {
  const memory = createSessionMemory();
  memory.push({ kind: 'asked', text: 'Add it to the ReleaseNotes, and to src/HTTP_ROUTES', isSummary: false });
  const { isAskedFor } = memory.context();
  const files = ['docs/ReleaseNotes.md', 'ReleaseNotes.old.md', 'HTTP_ROUTES.ts', 'notes.md', 'ReleaseNotes'];
  expect(files.map((file) => isAskedFor?.(file))).toEqual([true, false, true, false, true]);
});
