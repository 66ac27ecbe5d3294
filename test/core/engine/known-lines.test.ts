import { expect, test } from 'vitest';
import { pruneText } from '../../../src/engine/embedded.ts';
import type { PruneRequest } from '../../../src/engine/pruner.ts';
import { createSessionMemory, type SessionMemory } from '../../../src/session-memory/session-memory.ts';
import { readMarker } from '../../../src/text/gap-marker.ts';
import { SHOP, SHOP_PATH, SHOP_QUESTION } from '../../support/shop.ts';

const SHOP_LINES = SHOP.split('\n');
const LIST = Array.from({ length: 40 }, (_, at) => `order ${at} is ready\n`).join('');
const WHOLE = `(lines 1-159 as in the read of ${SHOP_PATH} above)\n`;

const whole = (): SessionMemory => createSessionMemory({ isWhole: true });

function gives(memory: SessionMemory, text: string, tool = 'Read', args: object = { file_path: SHOP_PATH }): void {
  memory.push({ kind: 'called', call: 'c', tool, args: { ...args } });
  memory.push({ kind: 'gave', call: 'c', text, isFailed: false });
}

function edits(memory: SessionMemory, from: string, to: string): void {
  const args = { file_path: SHOP_PATH, old_string: from, new_string: to };
  memory.push({ kind: 'called', call: 'e', tool: 'Edit', args });
}

function automatic(memory: SessionMemory, text: string, more: Partial<PruneRequest> = {}) {
  const context = memory.context();
  const request = { text, path: SHOP_PATH, question: '', automatic: 'balanced', markers: 'ranges', context } as const;
  return pruneText({ ...request, ...more });
}

const shopFrom = (first: number, last: number): string => `${SHOP_LINES.slice(first - 1, last).join('\n')}\n`;

test('a file that is read again unchanged is one line that says where it was read', () => {
  const memory = whole();
  gives(memory, SHOP);
  const { text, details } = automatic(memory, SHOP);
  expect(text).toBe(WHOLE);
  expect(details.keptLines).toEqual([]);
  expect(details.knownLines).toEqual([{ first: 1, last: 159, name: `the read of ${SHOP_PATH}` }]);
  expect(details.expectedRecall).toBe(1);
});

test('lines that a host numbered are the same, and a part of a file has its own numbers', () => {
  const memory = whole();
  const numbered = SHOP_LINES.map((line, at) => `${String(at + 1).padStart(6)}→${line}`).slice(40, 120);
  gives(memory, numbered.join('\n'));
  const { text } = automatic(memory, shopFrom(49, 112), { firstLine: 49 });
  expect(text).toBe(`(lines 49-112 as in the read of ${SHOP_PATH} above)\n`);
});

test('lines that stand elsewhere now are named by both numbers', () => {
  const memory = whole();
  gives(memory, SHOP);
  const { text } = automatic(memory, `${'// a new line on top\n'.repeat(3)}${SHOP}`);
  expect(text).toContain(`(lines 4-162 as lines 1-159 in the read of ${SHOP_PATH} above)`);
});

test('what changed is shown, what did not is named', () => {
  const memory = whole();
  gives(memory, SHOP);
  const changed = "  const step_3 = applyOnce(given, 3, 'depot');";
  const { text } = automatic(memory, SHOP.replace("  const step_3 = apply(given, 3, 'depot');", changed));
  expect(text.split('\n').filter((line) => !line.startsWith('('))).toContain(changed);
  expect(text).toContain(`(lines 1-52 as in the read of ${SHOP_PATH} above)\n`);
  expect(text).toContain(`(lines 54-159 as in the read of ${SHOP_PATH} above)\n`);
});

test('a command that is run again shows the lines that are new', () => {
  const memory = whole();
  const files = Array.from({ length: 120 }, (_, at) => `src/module-${at}/handler-of-requests.ts`);
  gives(memory, `${files.join('\n')}\n`, 'Bash', { command: 'git ls-files src' });
  const now = [...files.slice(0, 70), 'src/new-module/handler.ts', ...files.slice(70)];
  const { text } = automatic(memory, `${now.join('\n')}\n`, { path: undefined });
  expect(text).toBe(
    '(lines 1-70 as in the output of `git ls-files src` above)\nsrc/new-module/handler.ts\n' +
      '(lines 72-121 as lines 71-120 in the output of `git ls-files src` above)\n',
  );
});

test('lines that were edited since are shown, though they are as they were', () => {
  const memory = whole();
  gives(memory, SHOP);
  const line = "  const step_3 = apply(given, 3, 'depot');";
  edits(memory, line, '  // nothing');
  const { text } = automatic(memory, SHOP);
  expect(text).toContain(line);
});

test('a line of which a part was edited is shown, and so are the first and the last one of several', () => {
  const [, before, line, after] = SHOP_LINES.slice(50, 54) as [string, string, string, string];
  for (const old of [line.slice(4), `${before.slice(6)}\n${line}\n${after.slice(0, -2)}`]) {
    const memory = whole();
    gives(memory, SHOP);
    edits(memory, old, 'x');
    const { knownLines = [] } = automatic(memory, SHOP).details;
    const edited = old.includes('\n') ? [52, 53, 54] : [53];
    expect(knownLines.length).toBeGreaterThan(0);
    for (const { first, last } of knownLines) expect(edited.some((at) => first <= at && at <= last)).toBe(false);
  }
});

test('a file that was written anew is not named by what it was', () => {
  const memory = whole();
  gives(memory, SHOP);
  memory.push({ kind: 'called', call: 'w', tool: 'Write', args: { file_path: `/r/${SHOP_PATH}`, content: 'x' } });
  expect(automatic(memory, SHOP).details.knownLines ?? []).toEqual([]);
});

test('after a compaction nothing is named that was given before', () => {
  const memory = whole();
  gives(memory, SHOP);
  memory.push({ kind: 'asked', text: 'Summary of the session so far', isSummary: true });
  expect(automatic(memory, SHOP).details.knownLines ?? []).toEqual([]);
});

test('nothing is named that the host may have taken out of the context since', () => {
  const cleared = whole();
  gives(cleared, SHOP);
  cleared.push({ kind: 'cleared' });
  const paused = whole();
  paused.push({ kind: 'gave', call: 'c', text: SHOP, isFailed: false, at: 1_000 });
  const before = paused.context();
  paused.push({ kind: 'said', text: 'Where was I?', at: 1_000 + 3_700_000 });
  const old = whole();
  gives(old, SHOP);
  for (let at = 0; at < 20; at++) gives(old, `result ${at}\n`, 'Bash', { command: 'date' });
  for (const memory of [cleared, paused, old]) expect(automatic(memory, SHOP).text).not.toContain(' above)');
  expect(automatic(paused, SHOP, { context: before }).text).toContain(' above)');
});

test('a session that is not known to be whole names nothing', () => {
  const memory = createSessionMemory();
  gives(memory, SHOP);
  expect(automatic(memory, SHOP).text).not.toContain(' above)');
});

test('lines that were left out of what was shown are not in the context', () => {
  const memory = whole();
  gives(memory, `${shopFrom(1, 40)}(filtered 80 lines: 41-120)\n${shopFrom(121, 159)}`);
  const { knownLines = [] } = automatic(memory, SHOP).details;
  expect(knownLines.map(({ first, last }) => [first, last])).toEqual([
    [1, 40],
    [121, 159],
  ]);
  expect(automatic(memory, shopFrom(121, 159), { firstLine: 121 }).text).toBe(
    `(lines 121-159 as in the read of ${SHOP_PATH} above)\n`,
  );
});

test('lines that a marker named are looked up where they were given', () => {
  const memory = whole();
  gives(memory, SHOP);
  gives(memory, automatic(memory, SHOP).text);
  expect(automatic(memory, SHOP).text).toBe(WHOLE);
});

test('an answer to a question shows its lines, and names of the others which were given', () => {
  const memory = whole();
  gives(memory, SHOP);
  for (let at = 0; at < 3; at++) gives(memory, 'done\n', 'Bash', { command: 'true' });
  const question = 'How is the depot updated?';
  const { text, details } = automatic(memory, SHOP, { question, automatic: undefined });
  expect(text).toContain('export function update_depot(given: Input): Output {');
  expect(text).toContain(`as in the read of ${SHOP_PATH} above)`);
  expect(details.keptLines.length).toBeGreaterThan(4);
});

test('a limit counts shown lines alone, so nothing is named', () => {
  const memory = whole();
  gives(memory, SHOP);
  const asked = { question: SHOP_QUESTION, automatic: undefined, targetRatio: 0.3 };
  expect(automatic(memory, SHOP, asked).text).not.toContain(' above)');
});

test('evidence is shown again, and lines that cost no more than their marker', () => {
  const memory = whole();
  const passed = Array.from({ length: 160 }, (_, at) => `✓ test/orders/case-${at}.test.ts (3 tests)`);
  const failed = [
    ...passed,
    'FAIL test/orders/total.test.ts',
    'AssertionError: expected 3 to be 4',
    '',
    'Tests 1 failed',
  ];
  const short = ['{', '  a', '  b', '  c', '  d', '  e', '  f', '}'];
  gives(memory, `${failed.join('\n')}\n`, 'Bash', { command: 'npm test' });
  gives(memory, `${short.join('\n')}\n`, 'Bash', { command: 'cat x' });
  const { text } = automatic(memory, `${failed.join('\n')}\n`, { path: undefined, failed: true });
  expect(text).toContain('of `npm test` above)');
  expect(text).toContain('AssertionError: expected 3 to be 4');
  const many = Array.from({ length: 120 }, (_, at) => `entirely new line ${at} of a text`);
  const other = automatic(memory, `${[...many, ...short, ...many].join('\n')}\n`, { path: undefined });
  expect(other.details.knownLines ?? []).toEqual([]);
});

test('the text’s own line breaks stay, and a text without a last one gets none', () => {
  const memory = whole();
  gives(memory, SHOP);
  const windows = SHOP.trimEnd().replaceAll('\n', '\r\n');
  expect(automatic(memory, `// new\r\n${windows}`).text).toMatch(/^\/\/ new\r\n\(lines 2-160 as .* above\)$/);
});

test('what is known at one moment stays so when the session goes on', () => {
  const memory = whole();
  gives(memory, SHOP);
  const then = memory.context();
  edits(memory, SHOP, '');
  for (let at = 0; at < 60; at++) gives(memory, `line ${at}\n`.repeat(600), 'Bash', { command: 'cat' });
  expect(automatic(memory, SHOP, { context: then }).text).toBe(WHOLE);
  expect(automatic(memory, SHOP).text).not.toContain(' above)');
});

test('a line of one session cannot pass for another by its hash: texts are compared', () => {
  const memory = whole();
  gives(memory, SHOP);
  const indented = SHOP.replaceAll(/^ {2}/gm, '    ');
  expect(automatic(memory, indented).details.knownLines ?? []).toEqual([]);
});

test('a file that quotes a marker has the numbers that its lines have', () => {
  const memory = whole();
  const quoting = SHOP_LINES.with(9, '(filtered 80 lines: 41-120)').with(
    19,
    '(lines 4-9 as in the read of b.ts above)',
  );
  const text = quoting.join('\n');
  gives(memory, text);
  const { text: shown } = automatic(memory, quoting.slice(24).join('\n'), { firstLine: 25 });
  expect(shown).toBe(`(lines 25-159 as in the read of ${SHOP_PATH} above)\n`);
});

test('lines below a marker without numbers are not named, since their own numbers cannot be told', () => {
  const memory = whole();
  gives(memory, `${shopFrom(1, 40)}(filtered 80 lines)\n${shopFrom(121, 159)}`);
  const { knownLines = [] } = automatic(memory, SHOP).details;
  expect(knownLines.map(({ first, last }) => [first, last])).toEqual([[1, 40]]);
});

test('a file that was read twice is named by its lines of the last time', () => {
  const memory = whole();
  gives(memory, SHOP);
  const longer = `${'// a new line on top\n'.repeat(9)}${SHOP.replace('step_3', 'step_three')}`;
  gives(memory, longer);
  const { text } = automatic(memory, SHOP);
  expect(text).not.toContain(`(lines 1-159 as in the read of ${SHOP_PATH} above)`);
  expect(text).toContain(`(lines 6-159 as lines 15-168 in the read of ${SHOP_PATH} above)`);
});

test('two commands that begin alike are told apart by what they printed', () => {
  const memory = whole();
  const command = `cd /a/folder/with/a/name/so/long/that/it/fills/what/is/shown/of/it && npm test`;
  gives(memory, SHOP, 'Bash', { command: `${command} one` });
  gives(memory, SHOP.replaceAll('depot', 'store'), 'Bash', { command: `${command} two` });
  const { knownLines = [] } = automatic(memory, SHOP, { path: undefined }).details;
  for (const { first, last } of knownLines) expect(shopFrom(first, last)).not.toContain('depot');
});

test('a change is remembered when what is forgotten is tidied up', () => {
  const memory = whole();
  const linesOf = (count: number): string =>
    Array.from({ length: count }, (_, at) => `a line of another file, number ${at}\n`).join('');
  for (let at = 0; at < 4; at++) gives(memory, linesOf(16_000), 'Bash', { command: 'cat other' });
  gives(memory, SHOP);
  const line = "  const step_3 = apply(given, 3, 'depot');";
  edits(memory, line, '  // nothing');
  gives(memory, linesOf(2000), 'Bash', { command: 'cat other' });
  expect(automatic(memory, shopFrom(40, 80), { firstLine: 40 }).text).toContain(line);
});

test('a text that repeats itself is one line too when it is read again', () => {
  for (const text of [SHOP.repeat(4), "  apply(given, 3, 'depot'); // again\n".repeat(636)]) {
    const memory = whole();
    gives(memory, text);
    expect(automatic(memory, text).text).toBe(`(lines 1-636 as in the read of ${SHOP_PATH} above)\n`);
  }
});

test('references alone leave out what was given before, and no other line', () => {
  const memory = whole();
  gives(memory, shopFrom(1, 80));
  const shown = automatic(memory, SHOP, { automatic: 'references' });
  expect(shown.text).toBe(`(lines 1-80 as in the read of ${SHOP_PATH} above)\n${shopFrom(81, 159)}`);
  expect(shown.details.keptLines).toEqual(Array.from({ length: 79 }, (_, at) => at + 81));
  // Without anything in common, with too little of it, or without a session, the text stays as it is.
  for (const text of [LIST, `${shopFrom(1, 11)}${LIST}`]) {
    expect(automatic(memory, text, { automatic: 'references' }).text).toBe(text);
  }
  expect(pruneText({ text: SHOP, question: '', automatic: 'references' }).text).toBe(SHOP);
});

test('of a line that repeats itself, references alone show one', () => {
  const text = `${LIST}${'waiting for the depot\n'.repeat(60)}${LIST}`;
  const { text: shown, details } = automatic(whole(), text, { automatic: 'references' });
  expect(shown).toBe(`${LIST}waiting for the depot\n(lines 42-100 as line 41)\n${LIST}`);
  expect(details.knownLines).toEqual([{ first: 42, last: 100, name: 'a line above' }]);
  expect(readMarker('(lines 42-100 as line 41)')).toMatchObject({ kind: 'known', count: 59, first: 42, last: 100 });
});

test('a reference to a part of an output says so, since its numbers do not', () => {
  const memory = whole();
  gives(memory, `${LIST}one more\ntwo more\n`, 'Bash');
  expect(automatic(memory, LIST, { automatic: 'references', path: undefined }).text).toMatch(
    /^\(lines 1-40 as lines 1-40 of 42 in what Bash gave above\)\n$/,
  );
  expect(readMarker('(lines 1-40 as lines 1-40 of 42 in what Bash gave above)')).toMatchObject({
    ...{ kind: 'known', first: 1, last: 40, name: 'what Bash gave' },
  });
});

test('of what was given before, errors are shown again, and so is a line that another marker names', () => {
  const memory = whole();
  const failing = `${LIST}FAIL src/shop.test.ts: expected 3 to be 4\n${LIST}`;
  gives(memory, failing, 'Bash');
  const failed = automatic(memory, failing, { automatic: 'references', path: undefined }).text;
  expect(failed.split('\n')).toContain('FAIL src/shop.test.ts: expected 3 to be 4');
  expect(failed.split('\n').length).toBeLessThan(20);
  const repeated = `${LIST}${'waiting for the depot\n'.repeat(60)}`;
  gives(memory, `${LIST}waiting for the depot\n`, 'Bash');
  expect(automatic(memory, repeated, { automatic: 'references', path: undefined }).text).toMatch(
    /^\(lines 1-40 as .* above\)\nwaiting for the depot\n\(lines 42-100 as line 41\)\n$/,
  );
});
