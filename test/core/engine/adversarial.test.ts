import { describe, expect, it } from 'vitest';
import { pruneText } from '../../../src/engine/embedded.ts';
import { isCutOf } from '../../../src/text/cut-mark.ts';

const many = (count: number, make: (at: number) => string, between = '\n'): string =>
  Array.from({ length: count }, (_, at) => make(at)).join(between);

const TEXTS: Readonly<Record<string, string>> = {
  empty: '',
  'only newlines': '\n'.repeat(5000),
  'a million empty lines': '\n'.repeat(1_000_000),
  'one line of 5 MB': 'x timeout y '.repeat(420_000),
  'one line of 20 MB': 'x timeout y '.repeat(1_700_000),
  'one word of 20 MB': 'timeout'.repeat(2_900_000),
  'JSON that ends anywhere': `{"a": [1, {"b": "timeout\n"x": [[[`.repeat(100_000),
  'brackets that never close': '['.repeat(1_000_000),
  'YAML with mixed steps and open quotes': many(
    100_000,
    (i) => `${' '.repeat((i * 7) % 40)}- key${i}: [open "{timeout\t`,
  ),
  'a table of 10,000 columns': many(60, (row) => many(10_000, (i) => (i === 77 ? 'timeout' : `c${i * row}`), ',')),
  'a table of 10,000 titles': many(60, (row) => many(10_000, (i) => `c${i * row}`, '   ')),
  'a hundred thousand messages that differ': many(
    100_000,
    (i) => `ERROR timeout of ${(i * 40503).toString(36)} at q${i}x`,
  ),
  'several encodings': many(
    20_000,
    (i) => ['timeout naïve', 'timeout \ufffd\ufffd', 'timeout \0', 'タイムアウト'][i % 4] as string,
  ),
  'lone surrogates': '\ud800 timeout \udc00\n'.repeat(2000),
  emoji: '👩‍👩‍👧‍👦 timeout 🎉 of the request\n'.repeat(2000),
  'a bracket a line': '{\n'.repeat(50_000),
  'comments never closed': '/* open\n'.repeat(50_000),
  'lone carriage returns': 'a timeout\r'.repeat(50_000),
  'deep indentation': Array.from({ length: 3000 }, (_, i) => `${' '.repeat(i)}if timeout`).join('\n'),
  'very wide indentation': `${' '.repeat(100_000)}timeout\n`.repeat(20),
  NUL: 'a\0timeout\0b\nc\0d\n'.repeat(2000),
  underscores: `${'_'.repeat(500_000)}\n${'a_'.repeat(250_000)}\ntimeout\nand more\n`,
  'one name of a hundred thousand humps': `${'aB'.repeat(100_000)}\ntimeout\nx\ny\n`,
  colons: `${'a:'.repeat(300_000)}\n${'1:'.repeat(300_000)}\ntimeout\nx`,
  errors: 'error: at foo (bar) failed\n    at x\n'.repeat(30_000),
  'the same line again and again': 'timeout of the request\n'.repeat(50_000),
  ideographs: '請求のタイムアウトを設定する timeout\n'.repeat(3000),
};

const QUESTIONS = [
  'the timeout of a request',
  '(a+)+$ .* [timeout] \\',
  'timeout '.repeat(20_000),
  '\ud83d',
  'タイムアウト',
  ...['why? ', '为什么失败? ', 'なぜ', 'почему? ', 'لماذا؟ ', 'למה? ', 'ทำไม', '왜 ', '👩‍👩‍👧‍👦', 'e\u0301'].map(
    (word) => word.repeat(1000).slice(0, 1000),
  ),
];

describe('hard texts and questions', () => {
  for (const [name, text] of Object.entries(TEXTS)) {
    it(`${name}: answers, soon, with the text's own lines`, () => {
      for (const question of text.length > 400_000 ? QUESTIONS.slice(0, 1) : QUESTIONS) {
        for (const targetRatio of [undefined, 0.2]) {
          const { text: out, details } = pruneText({ text, question, failed: targetRatio !== undefined, targetRatio });
          expect(details.keptLines.length).toBeLessThanOrEqual(details.lineCount);
          expect(out === text).toBe(!details.changed);
          expect(out.length).toBeLessThanOrEqual(text.length);
        }
      }
      // Parts of lines are the lines' own, too.
      const { text: cut } = pruneText({ text, question: QUESTIONS[0] as string, markers: 'ranges' });
      const lines = new Set(text.split(/\r\n?|\n/));
      const long = [...lines].filter((line) => line.length >= 2000).slice(0, 100);
      const isOwn = (line: string): boolean =>
        line.startsWith('(') || lines.has(line) || long.some((own) => isCutOf(own, line));
      expect(cut.split(/\r\n?|\n/).filter((line) => !isOwn(line))).toEqual([]);
    }, 20_000);
  }
});

it('does not mistake the text of markers for its own', () => {
  const text = `${'some usual words are here\n(filtered 12 lines)\n(filtered 3 lines: 4-6)\n'.repeat(40)}the timeout is set\n`;
  const { text: out, details } = pruneText({ text, question: 'timeout', markers: 'ranges', kind: 'prose' });
  const lines = text.split('\n');
  const own = out.split('\n').filter((line, i, all) => line !== '' || i < all.length - 1);
  expect(own).toContain('the timeout is set');
  // Every shown line must be a line of the text, and each marker must stand for exactly the lines between.
  let at = 0;
  let kept = 0;
  for (const line of own) {
    if (details.keptLines[kept] === at + 1) {
      expect(line).toBe(lines[at]);
      at++;
      kept++;
      continue;
    }
    const range = /^\(filtered (\d+) lines: (\d+)-(\d+)\)$/.exec(line);
    expect(range && Number(range[2])).toBe(at + 1);
    at = Number(range?.[3]);
  }
  expect(at).toBe(details.lineCount);
});
