import { expect, test } from 'vitest';
import type { SessionCase } from '../cases/session-case.ts';
import { caseOf } from '../judging/case-of.ts';
import type { Judgement } from '../judging/judgement.ts';
import { collectMisses } from './misses.ts';
import { reportMisses } from './report-misses.ts';

function lost(lines: readonly number[], of: Partial<SessionCase> = {}): Judgement {
  const needed = { edit: lines.length + 1, use: 0, fetch: 0, cite: 0, any: lines.length + 1 };
  return { of: caseOf(of), kind: 'source', lines: 100, tokens: 500, needed, outcomes: [], lost: lines };
}

test('nothing missed', () => {
  const misses = collectMisses();
  misses.add(lost([]));
  expect(reportMisses(misses.worst())).toBe('No line that the agent used later would have been missing.');
});

test('one miss', () => {
  const misses = collectMisses();
  misses.add(lost([2, 4], { text: 'a\n  b()\nc\nd', firstLine: 98, target: 'src/a.ts', result: 1234 }));
  expect(reportMisses(misses.worst())).toBe(
    [
      'The only miss: lines that the agent used later',
      '',
      '1. Read src/a.ts',
      '   claude-code session s1, result 1,234',
      '   question (what the agent said): Where is a?',
      '   missing: 2 of 3 needed lines',
      '      99    b()',
      '     101  d',
    ].join('\n'),
  );
});

test('the worst come first, of equals the first, and no more are kept than asked for', () => {
  const misses = collectMisses(3);
  for (const [at, count] of [1, 3, 2, 3, 1, 5].entries()) {
    misses.add(
      lost(
        Array.from({ length: count }, (_, line) => line + 1),
        { session: `s${at}`, text: 'a\n'.repeat(9) },
      ),
    );
  }
  expect(misses.worst().map(({ session, missing }) => [session, missing])).toEqual([
    ['s5', 5],
    ['s1', 3],
    ['s3', 3],
  ]);
  expect(reportMisses(misses.worst())).toMatch(/^The 3 worst misses: /);
});

test('of many missing lines the first ten are shown', () => {
  const misses = collectMisses();
  const text = Array.from({ length: 30 }, (_, at) => `line ${at + 1}`).join('\n');
  misses.add(
    lost(
      Array.from({ length: 13 }, (_, at) => at + 5),
      { text },
    ),
  );
  const report = reportMisses(misses.worst()).split('\n');
  expect(report.slice(-2)).toEqual(['     14  line 14', '     and 3 more']);
});

const KEY = `ghp_${'x1Y2'.repeat(9)}`;
const BODY = [
  'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC',
  'BKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj',
  'MzEfYyjiWA4R4/M2bS1GB4t7NXp98C3S',
];
const PEM = ['-----BEGIN PRIVATE KEY-----', ...BODY.map((line) => line.repeat(2)), '-----END PRIVATE KEY-----'];

test.each<[string, Partial<SessionCase>, string]>([
  ['a key in a line', { text: `a\nconst token = '${KEY}'` }, KEY],
  ['a key in the question', { text: 'a\nb', question: `Why is ${KEY} refused?` }, KEY],
  ['a key in the command', { text: 'a\nb', target: `curl -H "Authorization: Bearer ${KEY}"` }, KEY],
  ['a key in the name of the tool', { text: 'a\nb', tool: KEY }, KEY],
  ['a key in the name of the session', { text: 'a\nb', session: KEY }, KEY],
  ['a line of a private key', { text: [PEM[0], PEM[1], ...PEM.slice(2)].join('\n') }, BODY[0] ?? ''],
  ['a line of a private key whose ends are not there', { text: `a\n${PEM[2]}` }, BODY[1] ?? ''],
  ['a numbered line of a private key', { text: `a\n12:${PEM[2]}` }, BODY[1]?.slice(0, 12) ?? ''],
  ['a private key that a command was given', { text: 'a\nb', target: PEM.slice(0, 3).join('\n') }, BODY[0] ?? ''],
  ['a variable', { text: 'a\nDB_PASSWORD=hunter2-hunter2' }, 'hunter2'],
  ['an exported variable', { text: 'a\nexport API_KEY="hunter2 hunter2"' }, 'hunter2'],
  ['a field of JSON', { text: 'a\n  "apiKey": "hunter2 hunter2",' }, 'hunter2'],
  ['a field of JSON that goes on and on', { text: `a\n  "apiKey": "hunter2 ${'hunter2 '.repeat(2000)}",` }, 'hunter2'],
  ['an address with a password', { text: 'a\npostgres://app:hunter2@db/main' }, 'hunter2'],
  ['a key at the place where a line is cut', { text: `a\n${'- '.repeat(90)} ${KEY}` }, KEY.slice(0, 12)],
])('%s never comes out', (_, of, secret) => {
  const misses = collectMisses();
  misses.add(lost([2], of));
  const report = reportMisses(misses.worst());
  expect(report).toContain('missing: 1 of 2');
  expect(report).not.toContain(secret);
  expect(JSON.stringify(misses.worst())).not.toContain(secret);
});

test('a private key keeps the numbers of the lines behind it', () => {
  const misses = collectMisses();
  misses.add(lost([7], { text: ['a', ...PEM, 'b'].join('\n') }));
  expect(misses.worst()[0]?.lines).toEqual([{ number: 7, text: 'b' }]);
});

test('long lines are cut, and control characters are spelled out', () => {
  const misses = collectMisses();
  misses.add(lost([1, 2], { text: `${'word '.repeat(100)}\na\u001b[2Jb`, question: 'a\nb\tc' }));
  const [miss] = misses.worst();
  expect(miss?.lines.map(({ text }) => text)).toEqual([`${'word '.repeat(39)}word…`, 'a\\u001b[2Jb']);
  expect(miss?.question).toBe('a b c');
});

test('a line of a megabyte is shown, cut', () => {
  const misses = collectMisses();
  misses.add(lost([1], { text: 'a'.repeat(1_000_000) }));
  expect(misses.worst()[0]?.lines[0]?.text.length).toBeLessThanOrEqual(200);
});
