import { expect, test } from 'vitest';
import { findWords } from '../../../src/prune-api/answer-documents.ts';
import { listsLines } from '../../../src/prune-api/lists-lines.ts';
import { countLines, pythonLineCount } from '../../../src/prune-api/python-lines.ts';
import { DEFAULT_WIRE_LIMITS } from '../../../src/prune-api/request-limits.ts';
import { atOnce } from '../../../src/text/cooperative-task.ts';
import { codeAnswer, documentsAnswer, failure, replied, toolResponseAnswer } from './test-door.ts';

const OK = { query: 'q', code: 'c' };

test('a million bad values had a million entries in the answer: a hundred are listed and all are counted', async () => {
  const documents = Array.from({ length: 50 }, () => ({ text: 1, id: 2, source: 3 }));
  const { detail } = await failure({ goal: 'q', documents });
  expect(detail).toHaveLength(100);
  expect(detail.at(-1)).toEqual({
    type: 'too_many_errors',
    loc: ['body'],
    msg: '150 problems in total, the first 99 are listed',
    input: null,
  });
  const few = await failure({ goal: 'q', documents: documents.slice(0, 33) });
  expect(few.detail).toHaveLength(99);
  const some = await failure({ goal: 1, documents: documents.slice(0, 33) });
  expect(some.detail).toHaveLength(100);
  expect(some.detail.at(-1)).not.toMatchObject({ type: 'too_many_errors' });
});

test.each(['documents', 'preserve'])('too many %s are refused before each of them is judged', async (field) => {
  const body = { goal: 'q', documents: [], [field]: Array.from({ length: 1001 }, () => 0) };
  const said = field === 'documents' ? 'documents: expected at most 50' : 'preserved words: expected at most 1000';
  expect(await failure(body)).toMatchObject({ code: 'too_large', detail: `too many ${said}, got 1001` });
});

test('an excerpt of an object with many keys names the first ones', async () => {
  const code = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`k${i}`, 0]));
  const { detail } = await failure({ ...OK, code });
  expect(JSON.stringify(detail).length).toBeLessThan(400);
});

const SHORT = 'a\n'.repeat(30_000);

test('9.8 MB of line feeds made an answer of 121 MB: lines are not listed where there are too many short ones', async () => {
  const code = await codeAnswer({ query: 'q', code: SHORT });
  expect(code).toMatchObject({ lines_listed: false, token_scores: [], kept_frags: [], reasons: [] });
  const tool = await toolResponseAnswer({ context_focus_question: 'q', tool_response: SHORT });
  expect(tool).toMatchObject({ lines_listed: false, kept_lines: [], original_lines: 30_000 });
  const options = { includeSpans: true, lineNumbers: true };
  const documents = await documentsAnswer({ goal: 'q', documents: [{ text: SHORT, id: 'x' }], options });
  expect(documents.documents[0]?.spans).toBeUndefined();
  expect(documents.text).not.toContain(' | ');
  expect(documents.warnings).toEqual(['lines are not numbered or listed, because there are too many short ones: x']);
});

test('lines of some length are listed, however many', async () => {
  const text = 'a line of text\n'.repeat(21_000);
  const answer = await codeAnswer({ query: 'q', code: text });
  expect(answer.token_scores).toHaveLength(21_000);
  expect(answer).not.toHaveProperty('lines_listed');
  expect(listsLines({ lineCount: 20_000 }, 40_000)).toBe(true);
  expect(listsLines({ lineCount: 20_001 }, 160_007)).toBe(false);
  expect(listsLines({ lineCount: 20_001 }, 160_008)).toBe(true);
  expect(listsLines({ lineCount: 1, tooManyLines: true }, 1_000)).toBe(false);
});

test('a text of too many lines comes back whole, and says why', async () => {
  const limits = { ...DEFAULT_WIRE_LIMITS, lines: 10 };
  const ask = async (lines: number) =>
    (await replied({ query: 'q', code: 'some line\n'.repeat(lines) }, undefined, { limits })).body;
  expect(await ask(10)).toMatchObject({ error_msg: null });
  expect(await ask(11)).toMatchObject({
    pruned_code: 'some line\n'.repeat(11),
    error_msg: 'text has too many lines, nothing was pruned: expected at most 10, got 11',
    lines_listed: false,
  });
});

test.each(['', 'a', 'a\n', 'a\r\nb', 'a\rb\r', '\n\n', 'a\u2028b\u0085c\x0bd\x1ce\x0c', '\r\n\r\r\n'])(
  'lines of %j are counted alike in parts and at once',
  (text) => {
    expect(atOnce(countLines(text))).toBe(pythonLineCount(text));
    const long = text.repeat(200_000);
    expect(atOnce(countLines(long))).toBe(pythonLineCount(long));
  },
);

test('words that a text holds are found in one pass, those within and across others as well', () => {
  const words = ['he', 'she', 'his', 'hers', 'ushers', '', 'absent', 'rs and'];
  expect([...atOnce(findWords('ushers and', words))].sort()).toEqual(['he', 'hers', 'rs and', 'she', 'ushers']);
  for (let seed = 1; seed < 300; seed++) {
    const letters = Array.from({ length: 60 }, (_, i) => 'ab'[((seed * (i + 7) * 2_654_435_761) % 97) & 1]).join('');
    const tried = Array.from({ length: 8 }, (_, i) =>
      letters
        .slice(i, i + 1 + (seed % 6))
        .split('')
        .reverse()
        .join(''),
    );
    const wanted = [...new Set(tried)].filter((word) => letters.includes(word)).sort();
    expect([...atOnce(findWords(letters, tried))].sort()).toEqual(wanted);
  }
});
