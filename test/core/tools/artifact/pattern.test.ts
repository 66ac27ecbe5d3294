import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitLines } from '../../../../src/text/lines.ts';
import { openArtifact, type Structured } from './reading.ts';

const numbered = (n: number): string => Array.from({ length: n }, (_, i) => `line ${i + 1}\n`).join('');
const contentOf = (pages: readonly Structured[]): string => pages.map(({ content }) => content).join('');

describe('a pattern', () => {
  test('gives the lines that match, with their numbers', async () => {
    const { call } = await openArtifact('ok 1\r\nError: a\rok 2\nan error\n\nError: b');
    expect(await call({ pattern: 'Error' })).toMatchObject({
      content: '2:Error: a\n6:Error: b\n',
      summary: '2 lines match in lines 1-6',
      start_line: 2,
      end_line: 6,
      hasMore: false,
    });
    expect((await call({ pattern: '(?i)error' })).content).toBe('2:Error: a\n4:an error\n6:Error: b\n');
    expect((await call({ pattern: '^$' })).content).toBe('5:\n');
  });

  test('is searched for within a range of lines', async () => {
    const { call } = await openArtifact(numbered(100));
    const page = await call({ pattern: '5$', start_line: 15, end_line: 35 });
    expect(page.content).toBe('15:line 15\n25:line 25\n35:line 35\n');
    expect(page.summary).toBe('3 lines match in lines 15-35');
  });

  test('that matches nowhere is no error', async () => {
    const { result } = await openArtifact(numbered(100));
    expect(await result({ pattern: 'nothing' })).toMatchObject({
      content: [{ type: 'text', text: 'No lines match in lines 1-100' }],
      structuredContent: { success: true, content: '', hasMore: false },
    });
  });

  test('is continued by the cursor alone', async () => {
    const { pages } = await openArtifact(numbered(5000), { maxBytes: 2000 });
    const expected = Array.from({ length: 5000 }, (_, i) => i + 1)
      .filter((n) => n % 10 === 7)
      .map((n) => `${n}:line ${n}\n`);
    expect(contentOf(await pages({ pattern: '7$' }))).toBe(expected.join(''));
  });

  test('is found in every block of a large artifact', async () => {
    const { pages } = await openArtifact(`${'x'.repeat(99_990)} needle\r\n`.repeat(30));
    const found = await pages({ pattern: 'needle$' });
    expect(found.flatMap(({ content }) => content.match(/^\d+:…x+ needle$/gm) ?? []).length).toBe(30);
  });

  test('in a line that no page holds: what is around the first match', async () => {
    const { call } = await openArtifact(`first\n${'ä'.repeat(20_000)}needle${'🙂'.repeat(5000)}\nlast needle`);
    const { content, start_line, end_line } = await call({ pattern: 'needle' });
    expect(content).toMatch(/^2:…ä+needle🙂+…\n3:last needle\n$/u);
    expect([start_line, end_line]).toEqual([2, 3]);
  });

  test('in a line of megabytes: around the first match of each part', async () => {
    const { pages } = await openArtifact(`${'y'.repeat(300_000)}needle`.repeat(10));
    const all = contentOf(await pages({ pattern: 'needle' }));
    expect(all.match(/needle/g)?.length).toBe(10);
  });

  test('across the edge of two parts of a long line is found', async () => {
    for (const before of [65_533, 65_536, 61_440, 262_141]) {
      const { pages } = await openArtifact(`${'z'.repeat(before)}needle${'z'.repeat(9000)}`);
      expect(contentOf(await pages({ pattern: 'needle' })).match(/needle/g)?.length).toBe(1);
    }
  });

  test('that would hang others ends, and so does each page', async () => {
    const { call } = await openArtifact(`${`${'a'.repeat(100_000)}!\n`.repeat(3)}aaa\n`);
    for (const pattern of ['(a+)+$', '(a|aa)+$', '(.*a){25}$', '(a?){50}a{50}$', '([a-z]+)*!!']) {
      const first = await call({ pattern });
      expect(first.success).toBe(true);
    }
    const pages = await (await openArtifact(`${'ab'.repeat(500_000)}\n`)).pages({ pattern: '(a|b)*a(a|b){14}c' });
    expect(pages.length).toBeGreaterThan(0);
    expect(contentOf(pages)).toBe('');
  });

  test('a large artifact is searched some of it at a time', async () => {
    const { pages } = await openArtifact(`${`${'no such thing here'.repeat(12)}\n`.repeat(120_000)}needle\n`);
    const found = await pages({ pattern: 'needle' });
    expect(found.length).toBeGreaterThan(1);
    expect(found[0]?.summary).toMatch(/^No lines match in lines 1-\d+, more to search$/);
    expect(contentOf(found)).toBe('120001:needle\n');
  });

  test('finds what a search line by line finds, whatever the text and the budget', async () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'ab', 'ä🙂', '"', '\u0001', '\n', '\r\n', '\r'), { maxLength: 400 })
      .map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.constantFrom('a', 'ab$', '^a', '', 'ä', '"'),
        fc.integer({ min: 1024, max: 4000 }),
        async (body, pattern, maxBytes) => {
          const lines = splitLines(body);
          const expected: string[] = [];
          for (let i = 0; i < lines.count; i++) {
            const line = body.slice(lines.starts[i], lines.ends[i]);
            if (new RegExp(pattern, 'u').test(line)) expected.push(`${i + 1}:${line}\n`);
          }
          if (pattern === '') return;
          const { pages } = await openArtifact(body, { maxBytes });
          const found = contentOf(await pages({ pattern }));
          if (found.includes('…')) return;
          expect(found).toBe(expected.join(''));
        },
      ),
      { numRuns: 200, seed: 4 },
    );
  });
});

test('whatever stands where a pattern should, the answer is clear', async () => {
  const { call } = await openArtifact('some text (here) [and] {there}\nüber 12\n');
  const part = fc.constantFrom(
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    '*',
    '+',
    '?',
    '|',
    '\\',
    '^',
    '$',
    '.',
    'a',
    '1',
    ',',
    '-',
    '(?i)',
    '(?:',
    '\\b',
    '\\p{L}',
    '[^',
    ':',
    'ü',
    '🙂',
  );
  const pattern = fc.array(part, { minLength: 1, maxLength: 10 }).map((parts) => parts.join(''));
  await fc.assert(
    fc.asyncProperty(pattern, async (given) => {
      const { success, code } = await call({ pattern: given });
      expect(success || code === 'INVALID_PATTERN').toBe(true);
    }),
    { numRuns: 1000, seed: 4 },
  );
});
