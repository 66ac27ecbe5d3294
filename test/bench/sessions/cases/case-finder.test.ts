import { expect, test } from 'vitest';
import type { Arguments, SessionEvent } from '../../../../src/transcripts/session-event.ts';
import { CaseFinder } from './case-finder.ts';
import type { SessionCase } from './session-case.ts';

const LINES = Array.from(
  { length: 60 },
  (_, at) => `export const setting_${at + 1} = 'the value of setting ${at + 1}';`,
);
const TEXT = LINES.join('\n');
const numbered = (first: number, last: number): string =>
  LINES.slice(first - 1, last)
    .map((line, at) => `${first + at}\t${line}`)
    .join('\n');

let calls = 0;
const call = (tool: string, args: Arguments, text: string, isFailed = false): readonly SessionEvent[] => {
  const id = `c${++calls}`;
  return [
    { kind: 'called', call: id, tool, args },
    { kind: 'gave', call: id, text, isFailed },
  ];
};
const said = (text: string): SessionEvent => ({ kind: 'said', text });
const asked = (text: string, isSummary = false): SessionEvent => ({ kind: 'asked', text, isSummary });
const read = (first = 1, last = 60): readonly SessionEvent[] =>
  call('Read', { file_path: '/r/settings.ts' }, numbered(first, last));
const edit = (old_string: string, isFailed = false): readonly SessionEvent[] =>
  call('Edit', { file_path: '/r/settings.ts', old_string, new_string: 'x' }, 'done', isFailed);
const others = (count: number): readonly SessionEvent[] =>
  Array.from({ length: count }, () => call('Bash', { command: 'true' }, '')).flat();

function casesOf(...events: readonly (SessionEvent | readonly SessionEvent[])[]): readonly SessionCase[] {
  const finder = new CaseFinder('s', 'claude-code');
  return [...events.flat().flatMap((event) => finder.push(event)), ...finder.end()];
}
const NONE = { edit: [], use: [], fetch: [], cite: [] };

test('a read whose lines are edited later', () => {
  const [found, ...more] = casesOf(
    asked('change it'),
    said('I look where setting 7 is.'),
    read(),
    edit(LINES.slice(6, 9).join('\n')),
  );
  expect(more).toEqual([]);
  expect(found).toMatchObject({
    ...{ session: 's', format: 'claude-code', result: 1, action: 'read', tool: 'Read', target: '/r/settings.ts' },
    ...{ path: '/r/settings.ts', text: TEXT, firstLine: 1, needs: { ...NONE, edit: [7, 8, 9], use: [7, 8, 9] } },
    ...{ question: 'I look where setting 7 is.', questionSource: 'words' },
  });
});

test('a read whose lines are numbered from 0 begins with the first line', () => {
  const lines = LINES.map((line, at) => `${at}\t${line}`).join('\n');
  const [found] = casesOf(asked('change it'), call('Read', { file_path: '/r/settings.ts', offset: 0 }, lines));
  expect(found?.firstLine).toBe(1);
});

test('an edit is of the last read that showed its lines', () => {
  const needs = casesOf(asked('change it'), read(), read(), edit(LINES[6] as string)).map((one) => one.needs.edit);
  expect(needs).toEqual([[], [7]]);
});

test('an edit that replaces a text everywhere is of all lines that hold it', () => {
  const args = { file_path: '/r/settings.ts', old_string: 'setting_1', new_string: 'x' };
  const needs = (replace_all: boolean) =>
    casesOf(asked('rename it'), read(), call('Edit', { ...args, replace_all }, 'done'))[0]?.needs.edit;
  expect(needs(true)).toEqual([1, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
  expect(needs(false)).toEqual([1]);
});

test('line breaks at the ends of an edit are not lines that it replaces', () => {
  const piece = `\n${LINES[6]}\n`;
  expect(casesOf(asked('change it'), read(), edit(piece))[0]?.needs.edit).toEqual([7]);
});

test('an edit that failed, of another file, or of lines that were not shown is none of a read', () => {
  const other = call('Edit', { file_path: '/r/b/settings.tsx', old_string: LINES[0] as string, new_string: '' }, '');
  expect(
    casesOf(asked('change it'), read(), edit(LINES[6] as string, true), other, edit('not there'))[0]?.needs.edit,
  ).toEqual([]);
});

test('a submitted patch is an edit of the read that showed its hunk', () => {
  const patch = [
    '--- a/settings.ts',
    '+++ b/settings.ts',
    '@@ -7,2 +7,2 @@',
    ` ${LINES[6]}`,
    `-${LINES[7]}`,
    '+x',
  ].join('\n');
  const [found] = casesOf(
    asked('fix'),
    call('bash', { command: 'cat settings.ts' }, TEXT),
    call('submit', { patch }, ''),
  );
  expect(found?.needs.edit).toEqual([7, 8]);
});

test('a line that alone holds a name which the agent then writes', () => {
  const [found] = casesOf(asked('look'), read(), said('It is setting_12, then.'), others(2));
  expect(found?.needs).toEqual({ ...NONE, use: [12] });
});

test.each([
  ['more than six steps later', [...others(7), said('It is setting_12, then.')]],
  ['after somebody else had written it', [asked('and setting_12?'), said('It is setting_12, then.')]],
  ['after another result had it', [...call('Grep', { pattern: 'x' }, 'setting_12'), said('It is setting_12.')]],
])('a name that is written %s is no evidence', (_, events) => {
  expect(casesOf(asked('look'), read(), events)[0]?.needs.use).toEqual([]);
});

test('a name that the agent repeats, or that stands in many lines, is no evidence', () => {
  expect(casesOf(asked('where is setting_12?'), read(), said('It is setting_12.'))[0]?.needs.use).toEqual([]);
  const text = `${TEXT}\n${'uses sharedName\n'.repeat(4)}`;
  const found = casesOf(asked('look'), call('Bash', { command: 'make' }, text), said('All use sharedName.'));
  expect(found[0]?.needs.use).toEqual([]);
});

test.each([
  ['a smaller part of the file', read(20, 24), [20, 21, 22, 23, 24]],
  [
    'a search in the file',
    call('Grep', { pattern: 'g_2', path: '/r/settings.ts' }, `21:${LINES[20]}\n29:${LINES[28]}`),
    [21, 29],
  ],
  ['a search by a shell', call('Bash', { command: 'make | grep g_21 settings.ts' }, `${LINES[20]}`), [21]],
])('a read of which the agent comes back for %s', (_, later, fetch) => {
  expect(casesOf(asked('look'), read(), later)[0]?.needs).toEqual({ ...NONE, fetch });
});

test.each([
  ['for what it had not seen', read(), call('Read', { file_path: '/r/settings.ts' }, '58\ta\n59\tb\n60\tc\n61\td')],
  ['for all of it', read(), read()],
  ['after it had changed the file', [...read(), ...edit('x')], read(20, 24)],
  ['too late', [...read(), ...others(21)], read(20, 24)],
  ['for another file', read(), call('Read', { file_path: '/r/other.ts' }, numbered(20, 24))],
])('an agent that comes back %s needs nothing of the first', (_, first, later) => {
  expect(casesOf(asked('look'), first, later)[0]?.needs.fetch).toEqual([]);
});

const repeated = ['  if (failed) {', '    return nothing;', '  }'].join('\n');
const source = [...LINES, repeated].join('\n');
const readOf = (text: string): readonly SessionEvent[] => call('Read', { file_path: '/r/settings.ts' }, text);

test.each([
  [
    'a search that shows a line which stands elsewhere too',
    call('Grep', { pattern: 'failed', path: '/r/settings.ts' }, '230:  if (failed) {\n231-    return nothing;'),
  ],
  [
    'the same text of another file',
    call('Grep', { pattern: 'setting_7', path: '/r/settings.ts' }, `/r/other.ts:7:${LINES[6]}`),
  ],
  [
    'other parts, where single lines are the same',
    call(
      'Bash',
      { command: "sed -n '100,102p' settings.ts; sed -n '200,202p' settings.ts" },
      repeated.split('\n')[1] ?? '',
    ),
  ],
  ['a part whose lines have other numbers', call('Read', { file_path: '/r/settings.ts' }, '40\tb\n41\tc')],
])('%s is no coming back', (_, later) => {
  expect(casesOf(asked('look'), readOf(source), later)[0]?.needs.fetch).toEqual([]);
});

test('a search in several files comes back for the lines whose file and number it names', () => {
  const later = call(
    'Bash',
    { command: 'rg -n setting_7 settings.ts other.ts' },
    `other.ts:9:${LINES[8]}\nsettings.ts:7:${LINES[6]}`,
  );
  expect(casesOf(asked('look'), readOf(source), later)[0]?.needs.fetch).toEqual([7]);
});

test('parts that are read at once come back for lines one after the other', () => {
  const later = call('Bash', { command: "sed -n '7,10p' settings.ts; cat other.ts" }, LINES.slice(6, 10).join('\n'));
  expect(casesOf(asked('look'), readOf(source), later)[0]?.needs.fetch).toEqual([7, 8, 9, 10]);
});

test('a call that was made before the result was there comes back for nothing of it', () => {
  const [first, gave] = readOf(TEXT);
  const [other, otherGave] = read(20, 24);
  const events = [first, other, gave, otherGave].filter((event) => event !== undefined);
  expect(casesOf(asked('look'), events)[0]?.needs.fetch).toEqual([]);
});

test('a keyword, or a plain word that a sentence happens to hold, is no evidence', () => {
  const text = [...LINES, 'if (x) close(it);', ...Array.from({ length: 4 }, () => 'within'), 'within(it);'].join('\n');
  const use = (words: string) => casesOf(asked('look'), readOf(text), said(words))[0]?.needs.use;
  expect(use('Now I close the issue.')).toEqual([]);
  expect(use('It calls close(it) here.')).toEqual([61]);
  expect(use('It calls within(it).')).toEqual([]);
});

test('lines that a shell showed among other things are edited like those of a read', () => {
  const shown = call('Bash', { command: 'git log -1; cat settings.ts' }, `commit 1\n${TEXT}`);
  const script = `python3 - <<'EOF'\ns = open('settings.ts').read()\nopen('settings.ts', 'w').write(s.replace("${LINES[6]}", ''))\nEOF`;
  expect(casesOf(asked('change it'), shown, edit(LINES[6] as string))[0]?.needs.edit).toEqual([8]);
  expect(casesOf(asked('change it'), read(), call('Bash', { command: script }, ''))[0]?.needs.edit).toEqual([7]);
});

test('a command is another one after the working tree was changed by a shell', () => {
  const log = [...LINES, 'FAIL test of the settings'].join('\n');
  const run = (filter: string, text: string) => call('Bash', { command: `make test${filter}` }, text);
  const needs = (change: string) =>
    casesOf(
      asked('run'),
      run('', log),
      call('Bash', { command: change }, ''),
      run(' | tail -1', 'FAIL test of the settings'),
    )[0]?.needs.fetch;
  expect(needs('git stash')).toEqual([]);
  expect(needs('git status')).toEqual([61]);
});

test('what the host writes in the user’s name is no question', () => {
  const events = [
    asked('Build it'),
    asked('[Request interrupted by user for tool use]'),
    asked('<task-notification>x</task-notification>'),
  ];
  expect(casesOf(...events, read())[0]).toMatchObject({ questionSource: 'prompt', question: 'Build it' });
});

test('a search whose line numbers the agent reads by', () => {
  const hits = Array.from(
    { length: 60 },
    (_, at) => `src/part${at % 6}.ts:${(at + 1) * 10}:  the use of another thing here`,
  );
  const found = call('Grep', { pattern: 'thing', path: 'src', output_mode: 'content' }, hits.join('\n'));
  const readFrom = (first: number, count: number) =>
    call(
      'Read',
      { file_path: '/r/src/part3.ts', offset: first },
      Array.from({ length: count }, (_, at) => `${first + at}\tx`).join('\n'),
    );
  const use = (...later: readonly (readonly SessionEvent[])[]) => casesOf(asked('look'), found, ...later)[0]?.needs.use;
  expect(use(readFrom(90, 40))).toEqual([10]);
  expect(use(readFrom(90, 400))).toEqual([]);
  expect(use(readFrom(1, 150))).toEqual([]);
  expect(use(...Array.from({ length: 6 }, () => others(1)), readFrom(90, 40))).toEqual([]);
});

test('a search by opencode whose line numbers the agent reads by', () => {
  const hits = Array.from(
    { length: 60 },
    (_, at) => `  Line ${(at + 1) * 10}: the use of another thing somewhere here`,
  );
  const output = [
    ...['Found 60 matches', '/r/src/a.ts:', ...hits.slice(0, 30), ''],
    ...['/r/src/b.ts:', ...hits.slice(30)],
  ].join('\n');
  const part = Array.from({ length: 15 }, (_, at) => `${385 + at}: x`).join('\n');
  const events = [call('grep', { pattern: 'thing' }, output), call('read', { filePath: 'b.ts', offset: 385 }, part)];
  expect(casesOf(asked('look at b.ts'), ...events)[0]?.needs.use).toEqual([43]);
});

test('a search by opencode that comes back for a line of a file', () => {
  const later = call('grep', { pattern: 'x', path: '/r/settings.ts' }, `/r/settings.ts:\n  Line 7: ${LINES[6]}`);
  expect(casesOf(asked('look'), readOf(source), later)[0]?.needs.fetch).toEqual([7]);
});

test('a command whose output is filtered otherwise', () => {
  const run = (filter: string, text: string) => call('Bash', { command: `make test${filter}` }, text);
  const failed = ['FAIL test of the settings', 'FAIL test of the others'];
  const log = [...LINES, ...failed].join('\n');
  const needs = (...events: readonly (readonly SessionEvent[])[]) => casesOf(asked('run'), ...events)[0]?.needs.fetch;
  expect(needs(run(' | tail -80', log), run(' | grep FAIL', failed.join('\n')))).toEqual([61, 62]);
  expect(needs(run('', log), run('', failed.join('\n')))).toEqual([]);
  expect(needs(run(' | tail -80', log), edit('x'), run(' | grep FAIL', failed.join('\n')))).toEqual([]);
});

test('a result of a few long lines is a case', () => {
  const [found] = casesOf(
    asked('look'),
    call(
      'Bash',
      { command: 'ls' },
      LINES.join(' ')
        .repeat(3)
        .match(/.{1,900}/g)
        ?.join('\n') ?? '',
    ),
  );
  expect(found?.text.split('\n').length).toBeLessThan(15);
});

test.each([
  ['short', call('Bash', { command: 'ls' }, LINES.slice(0, 39).join('\n'))],
  ['of few characters', call('Bash', { command: 'ls' }, 'a\n'.repeat(100))],
  ['failed', call('Bash', { command: 'ls' }, TEXT, true)],
  ['of a call that is not there', [{ kind: 'gave', call: 'none', text: TEXT, isFailed: false }] as const],
])('a result that is %s is no case', (_, events) => {
  expect(casesOf(asked('look'), events)).toEqual([]);
});

test('the question is what was said for the call, else its description, the thought, or the prompt', () => {
  const thought: SessionEvent = { kind: 'thought', text: 'I should list all the files.' };
  const question = (...events: readonly SessionEvent[]) => {
    const args = { command: 'make', description: 'Build everything there is' };
    const [found] = casesOf(
      asked('Build it'),
      ...events,
      call('Bash', events.includes(thought) ? { command: 'make' } : args, TEXT),
    );
    return [found?.questionSource, found?.question];
  };
  expect(question(said('First.\n\nNow let me build it all.'))).toEqual(['words', 'Now let me build it all.']);
  expect(question(said('Ok'))).toEqual(['description', 'Build everything there is']);
  expect(question(thought)).toEqual(['thought', 'I should list all the files.']);
  expect(casesOf(asked('<command-name>/x</command-name> Build it'), read())[0]).toMatchObject({
    questionSource: 'prompt',
    question: 'Build it',
  });
  expect(casesOf(asked('Build it'), said('Let me read it.'), read(), read())[1]?.questionSource).toBe('prompt');
  expect(casesOf(read())).toEqual([]);
});

test('what was out of the context when an edit came is none of its reads', () => {
  const [found] = casesOf(
    asked('change it'),
    read(),
    asked('All that was said before', true),
    edit(LINES[6] as string),
  );
  expect(found?.needs).toEqual(NONE);
});

test('the oldest results go first where all together take too much memory', () => {
  const finder = new CaseFinder('s', 'claude-code');
  finder.push(asked('look'));
  const long = `${'a line of the file that is long enough\n'.repeat(60)}${'x'.repeat(10_000_000)}`;
  const told = Array.from({ length: 3 }, (_, at) =>
    call('Read', { file_path: `/r/${at}` }, long).flatMap((event) => finder.push(event)),
  );
  expect(told.map((cases) => cases.map(({ result }) => result))).toEqual([[], [], [1]]);
  expect(finder.end().map(({ result }) => result)).toEqual([2, 3]);
});

test('a list of a million arguments broke the evaluation off', () => {
  const list = Array.from({ length: 1_000_000 }, (_, at) => at);
  expect(casesOf(asked('change it'), call('mcp__x', { list }, TEXT))).toHaveLength(1);
});

test('each event took as long as there were reads before it', () => {
  const reads = Array.from({ length: 4000 }, (_, at) => call('Read', { file_path: `/r/f${at}.ts` }, TEXT)).flat();
  const words = Array.from({ length: 100_000 }, () => said('a little more'));
  expect(casesOf(asked('change it'), reads, words)).toHaveLength(4000);
});

test('pieces that no read holds took time in the product of their number and the reads', () => {
  const long = Array.from({ length: 1000 }, () => TEXT).join('\n');
  const hunks = Array.from({ length: 20_000 }, (_, at) => `@@\n-nothing like this ${at}\n`).join('');
  const input = `*** Begin Patch\n*** Update File: /r/f.ts\n${hunks}*** End Patch`;
  const reads = [1, 2, 3, 4, 5].flatMap(() => call('Read', { file_path: '/r/f.ts' }, long));
  expect(casesOf(asked('change it'), reads, call('apply_patch', { input }, 'ok'))).toHaveLength(5);
});

test('half of a key came out, since the text was cut in the middle of it', () => {
  const key = `ghp_${'x1Y2'.repeat(9)}`;
  const [words, command, prompt] = [
    casesOf(asked('change it'), said(`I try ${key} ${'again and '.repeat(38)}again`), read()),
    casesOf(asked('change it'), call('Bash', { command: `${'echo '.repeat(36)} ${key}` }, TEXT)),
    casesOf(asked(`${'change '.repeat(55)}${key}`), read()),
  ];
  const shown = [words, command, prompt].map(([one]) => `${one?.question} ${one?.target}`).join('\n');
  expect(shown).not.toMatch(/x1Y2|ghp_/);
});
