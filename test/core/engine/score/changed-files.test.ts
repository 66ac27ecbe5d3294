import { describe, expect, test } from 'vitest';
import { pruneText } from '../../../../src/engine/embedded.ts';

const hunk = (of: number, k: number): string =>
  `@@ -${10 * k + 1},4 +${10 * k + 1},5 @@ export function part${of}()
   const before${k} = reader.read(value${k});
-  return old${of};
+  return fresh${of} ?? fallback;
+  // the tests changed too
   after${k}();`;
const FILES = Array.from({ length: 60 }, (_, i) => [
  `src/engine/part${i}.ts`,
  ...(i % 3 === 0 ? [`test/engine/part${i}.test.ts`] : []),
]).flat();
const TESTS = [
  'store/store_test.go',
  'py/tests/api.py',
  'spec/user_spec.rb',
  'java/FooTest.java',
  'web/__tests__/b.js',
];
const file = (path: string, i: number): string =>
  `diff --git a/${path} b/${path}
index 1234567..89abcde 100644
--- a/${path}
+++ b/${path}
${hunk(i, 0)}
${hunk(i, 1)}`;
const diff = `${[...FILES, ...TESTS].map(file).join('\n')}\n`;
const plain = diff.replaceAll(/^(?:diff|index) .*\n/gm, '');
const tests = [...FILES, ...TESTS].filter((path) => /test|spec/i.test(path));
const ask = (text: string, question: string, maxTokens?: number): string =>
  pruneText({ text, question, markers: 'ranges', maxTokens }).text;

describe.each([
  ['with a line for each file', diff, 'diff --git a/'],
  ['of plain files', plain, '+++ b/'],
])('a diff %s', (_, text, head) => {
  test.each(['which tests were changed?', 'Which test files changed in this diff?', 'list the changed tests'])(
    'all files that a question asks to name are there: %s',
    (question) => {
      const out = ask(text, question);
      for (const path of tests) expect(out).toContain(head + path);
      expect(out).not.toContain('part1.ts');
      expect(out.length).toBeLessThan(text.length / 8);
    },
  );

  test('if there is no room for all, the answer says so', () => {
    const out = ask(text, 'which tests were changed?', 300);
    expect(out).toMatch(/\n\(\d of 25 matches shown; lines \d[\d, -]*…\)\n$/);
  });
});

test('files are told by a folder of their path', () => {
  const out = ask(diff, 'which files of the store were changed?');
  expect(out.match(/^diff .*/gm)).toEqual(['diff --git a/store/store_test.go b/store/store_test.go']);
});

test.each(['what changed in the tests?', 'which tests call reader.read?', 'why was fresh3 changed?'])(
  'a question about the changes gets changes: %s',
  (question) => expect(ask(diff, question)).toContain('@@ -1,4 +1,5 @@'),
);
