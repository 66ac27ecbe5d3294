import { expect, test } from 'vitest';
import { hookNotice } from '../../../src/text/hook-notice.ts';
import { refIn } from '../../../src/unasked/shortened-results.ts';

const REF = 'ax://read/0123456789abcdef0123456789abcdef';
const OTHER = 'ax://bash/fedcba9876543210fedcba9876543210';

test('the artifact is the one that the notice names, whatever the agent’s words quote', () => {
  const inner = hookNotice({ question: 'I look.', ref: OTHER, firstLine: 1 });
  for (const question of [undefined, 'I look.', `I call artifact with ref="${OTHER}" (again)`, inner]) {
    for (const firstLine of [1, 47]) {
      const notice = hookNotice({ question, ref: REF, firstLine, isMisnumbered: firstLine > 1 });
      expect(refIn(notice), question).toBe(REF);
      expect(refIn(`1\tconst a = 1;\n2\t${notice}\n\n<system-reminder>x</system-reminder>`), question).toBe(REF);
    }
  }
});

test('in structured content the notice is that of a text in it', () => {
  const notice = hookNotice({ question: 'I look.', ref: REF, firstLine: 1 });
  expect(refIn(JSON.stringify({ content: `a\n${notice}`, rows: 2 }))).toBe(REF);
  expect(refIn(JSON.stringify({ content: 'a', rows: 2 }))).toBeUndefined();
  expect(refIn(`{ this is no JSON }\n${notice}`)).toBe(REF);
});

test('the file that a notice names counts as well, by its whole path', () => {
  const notice = (ref: string): string => hookNotice({ question: 'I look.', ref, firstLine: 1 });
  expect(refIn(`a\n${notice('/tmp/mcp-pruner-0/a.txt')}`)).toBe('/tmp/mcp-pruner-0/a.txt');
  expect(refIn(`a\n${notice('a.txt')}`)).toBeUndefined();
});

test('a text that quotes a notice names no artifact', () => {
  const notice = hookNotice({ question: 'I look.', ref: REF, firstLine: 1 });
  expect(refIn(`The last line is "${notice}", it says.`)).toBeUndefined();
  expect(refIn(notice.replace('0123456789abcdef', '…'))).toBeUndefined();
  expect(refIn('[mcp-pruner left out')).toBeUndefined();
});
