import { expect, it } from 'vitest';
import { kindOf } from '../../../../src/engine/detect/kind.ts';
import { splitLines } from '../../../../src/text/lines.ts';

const TS = `import { a } from './a.ts';

export function load(path: string): string {
  const text = read(path);
  if (text === '') return 'empty';
  return text;
}

class Store {
  get(key: string): string {
    return this.values[key];
  }
}
`;
const PY = `import os


def load(path):
    """Load a file."""
    with open(path) as f:
        return f.read()


class Store:
    def get(self, key):
        if key not in self.values:
            raise KeyError(key)
        return self.values[key]
`;
const PROSE = `The embedded engine keeps the lines that answer a question.
It reads the text once, and compares its words with the question's.

Errors are never dropped, and neither are failing tests. When nothing matches,
the text is kept whole. A reader can always see what was left out, and ask for it.
`;
const LOG = `2024-05-01 10:00:00 INFO starting server on port 8000
2024-05-01 10:00:01 INFO connected to database
2024-05-01 10:00:02 ERROR request failed: timeout
2024-05-01 10:00:03 INFO retrying
`;
const SEARCH = `src/text/lines.ts:12:const at = 0;
src/text/lines.ts:19:let end = -1;
src/engine/detect/kind.ts:3:const SAMPLE = 400;
src/engine/detect/kind.ts-4-const UNITS = 240;
`;
const JSON_TEXT = `{
  "name": "x",
  "list": [
    1,
    2
  ],
  "ok": true
}
`;
const DIFF = `diff --git a/x.ts b/x.ts
index 123..456 100644
--- a/x.ts
+++ b/x.ts
@@ -1,3 +1,3 @@
-const a = 1;
+const a = 2;
 const b = 1;
`;
const CSV = `id,name,amount,when
1,ann,10.5,2024-01-01
2,bob,11.5,2024-01-02
3,cid,12.5,2024-01-03
`;
const SENTENCES_ABOUT_ERRORS = `An error is shown when the file is missing, and the import fails.
The function returns early in that case, or throws if it must.
If you see a warning, read the log for a failure and try again.
`;

it.each([
  ['source', TS, 'a.ts'],
  ['source', TS, undefined],
  ['source', PY, undefined],
  ['prose', PROSE, undefined],
  ['prose', PROSE, 'README.md'],
  ['prose', SENTENCES_ABOUT_ERRORS, undefined],
  ['log', LOG, undefined],
  ['log', LOG, 'server.log'],
  ['search', SEARCH, undefined],
  ['search', 'src/a.ts:1:5:foo bar\nsrc/b.ts:2:7:foo baz\n', undefined],
  ['json', JSON_TEXT, undefined],
  ['json', '{"a":1,"b":[1,2,3]}', undefined],
  ['json', '{"a":1}\n{"a":2}\n{"a":3}\n', undefined],
  ['diff', DIFF, undefined],
  ['data', CSV, undefined],
  ['data', 'a: 1\nb:\n  c: 2\n', 'x.yaml'],
  ['data', '', undefined],
])('tells %s', (kind, text, path) => {
  expect(kindOf(splitLines(text), path)).toBe(kind);
});

it('believes the text rather than the path', () => {
  expect(kindOf(splitLines(DIFF), 'x.ts')).toBe('diff');
  expect(kindOf(splitLines(JSON_TEXT), 'x.txt')).toBe('json');
});

it('takes short tracebacks and test reports for logs', () => {
  const traceback = 'Traceback (most recent call last):\n  File "a.py", line 1, in run\n    go()\nValueError: bad\n';
  expect(kindOf(splitLines(traceback))).toBe('log');
  expect(kindOf(splitLines('=== RUN   TestA\n--- FAIL: TestA (0.00s)\n    a_test.go:7: expected 1\nFAIL\n'))).toBe(
    'log',
  );
});

it('takes a guide with commands in it for prose', () => {
  const guide = `# Guide\n\nThis is the guide that tells what every option of it does.\n\n    $ tool --all\n    error: not found\n\n`;
  expect(kindOf(splitLines(guide + 'When a command fails, read what it says and try it once more.\n'.repeat(8)))).toBe(
    'prose',
  );
});

it('takes settings for data', () => {
  expect(
    kindOf(splitLines('on: push\njobs:\n  build:\n    runs-on: linux\n    steps:\n      - uses: checkout\n')),
  ).toBe('data');
});
