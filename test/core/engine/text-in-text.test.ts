import { describe, expect, it, test } from 'vitest';
import { loadO200k } from '../../../src/base/tokens/o200k.ts';
import { pruneText } from '../../../src/engine/embedded.ts';
import { isCutOf } from '../../../src/text/cut-mark.ts';
import { TOP } from '../../support/asked-texts.ts';

const many = (count: number, make: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join('\n');

const count = await loadO200k();

const LOG = many(5000, (at) =>
  at === 3217
    ? '2031-03-02T09:10:10Z ERROR payments card of order 4711 declined: "bank certificate expired"'
    : `2031-03-02T09:${10 + (at % 50)}:10Z INFO payments request ${at} served in ${at % 90} ms`,
);
const CODE = many(
  400,
  (at) => `export function tie${at}(rope: Rope): Knot {\n\treturn rope.knot(${at}); // "${at}"\n}\n`,
);
const LIST = JSON.stringify(
  { ropes: Array.from({ length: 400 }, (_, at) => ({ name: `rope-${at}`, state: at === 77 ? 'torn' : 'whole' })) },
  null,
  2,
);
const DECLINED = 'Why was order 4711 declined?';

test.each<readonly [string, string, string, string]>([
  ['a log in a line of JSON', JSON.stringify({ tool: 'run', stdout: LOG, exit: 0 }), DECLINED, 'certificate expired'],
  [
    'a log in an object',
    JSON.stringify({ tool: 'run', stdout: LOG, exit: 0 }, null, 2),
    DECLINED,
    'certificate expired',
  ],
  [
    'a log in JSON in JSON',
    JSON.stringify({ content: [{ type: 'text', text: JSON.stringify({ stdout: LOG, code: 0 }) }] }),
    ...([DECLINED, 'certificate expired'] as const),
  ],
  ['a table in a string', JSON.stringify({ output: TOP }), 'Which pod uses the most memory?', 'boat-57-7f9c'],
  ['code in a string', JSON.stringify({ path: 'ties.ts', content: CODE }), 'Where is tie233 defined?', 'tie233(rope'],
  ['a list in a string', JSON.stringify({ message: LIST }), 'Which rope is torn?', 'rope-77'],
  [
    'strings of many lines of JSON',
    many(40, (job) =>
      JSON.stringify({
        job: `job-${job}`,
        stdout: many(240, (at) =>
          job === 20 && at === 60 ? 'ERROR the harbor is closed: mast broken' : `step ${at} done`,
        ),
      }),
    ),
    ...(['Why is the harbor closed?', 'mast broken'] as const),
  ],
])('%s is read as what it is', (_, text, question, answer) => {
  const { text: shown, details } = pruneText({ text, question, markers: 'ranges' });
  expect(shown).toContain(answer);
  expect(count(shown)).toBeLessThan(2000);
  expect(details.cutLines?.length).toBeGreaterThan(0);
  const lines = text.split('\n');
  for (const line of shown.split('\n').filter((one) => !one.startsWith('(')))
    expect(lines.some((own) => own === line || isCutOf(own, line))).toBe(true);
});

describe('the parts shown of a line', () => {
  it('are the original, whatever the string escapes', () => {
    const said = many(
      300,
      (at) => `é "${at}" \\ \t\u0001 ${at === 77 ? 'mast' : 'rope'} ${at}\r${at % 7 ? '' : '\r'} 😀\u2028`,
    );
    for (const text of [
      JSON.stringify({ said }),
      JSON.stringify({ said: JSON.stringify([said]) }).replaceAll('é', '\\u00e9'),
    ]) {
      const { text: shown } = pruneText({ text, question: 'Where is the mast?', markers: 'ranges' });
      const [line = ''] = shown.split('\n').filter((one) => one.includes('mast'));
      expect(isCutOf(text, line)).toBe(true);
    }
  });

  it('begin with what the line is, and a notice says that it counts within strings', () => {
    const text = JSON.stringify({ tool: 'run', exit: 1, stdout: LOG });
    const { text: shown } = pruneText({ text, question: 'Which requests were served?', markers: 'ranges' });
    expect(shown).toMatch(/^\{"tool":"run","exit":1,"stdout":"/);
    expect(shown).toMatch(/; line breaks in strings count\)$/);
  });

  it('are not cut with plain markers, nor are short strings among other text', () => {
    const text = JSON.stringify({ stdout: LOG });
    expect(pruneText({ text, question: DECLINED }).details.cutLines).toBeUndefined();
    const mostly = `${many(600, (at) => `row ${at} of the harbor, of the pier and of the sea`)}\n${JSON.stringify({ stdout: LOG.slice(0, 3000) })}`;
    expect(pruneText({ text: mostly, question: 'row 77', markers: 'ranges' }).details.kind).not.toBe('json');
  });
});

test.each([
  ['quotes', '"'.repeat(3_000_000) + '\\n'.repeat(100)],
  ['breaks', `"${'\\n'.repeat(500_000)}"`],
  ['slashes', `"${'\\'.repeat(6_000_001)}n"`],
  ['strings in strings', JSON.stringify(JSON.stringify(JSON.stringify(JSON.stringify('a\n"'.repeat(100_000)))))],
])('a line of many %s is read once', (_, text) => {
  expect(pruneText({ text, question: DECLINED, markers: 'ranges' }).details.lineCount).toBe(1);
});
