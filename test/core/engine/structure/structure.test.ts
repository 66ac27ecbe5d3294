import { expect, test } from 'vitest';
import { policyOf } from '../../../../src/engine/detect/policy-of.ts';
import { readStructure } from '../../../../src/engine/structure/structure.ts';
import { atOnce } from '../../../../src/text/cooperative-task.ts';
import { splitLines } from '../../../../src/text/lines.ts';
import { SAMPLES } from '../detect/policies/samples.ts';

function read(program: string) {
  const sample = SAMPLES.find((one) => one.program === program);
  if (sample === undefined) throw new Error(`no sample of "${program}"`);
  const lines = splitLines(sample.text);
  const { records, headers, evidence } = atOnce(readStructure(lines, policyOf(lines), {}));
  const line = (i: number): string => sample.text.slice(lines.starts[i], lines.ends[i]).trim();
  return {
    /** First line of each record. */
    records: [...(records?.starts ?? [])].slice(0, -1).map(line),
    /** Returns the lines that enclose a line, outermost first. */
    above(text: string): string[] {
      const found: string[] = [];
      let at = Array.from({ length: lines.count }, (_, i) => i).find((i) => line(i).includes(text)) ?? -1;
      for (at = headers?.[at] ?? -1; at >= 0; at = headers?.[at] ?? -1) found.unshift(line(at));
      return found;
    },
    evidence: [...evidence.keys()].filter((i) => evidence[i] === 1).map(line),
  };
}

test.each([
  ['git log', 2],
  ['git log --oneline', 3],
  ['server log', 3],
  ['tsc', 3],
  ['ndjson', 3],
  ['df', 3],
  ['journalctl', 3],
])('what %s prints is cut into %d records', (program, count) => {
  expect(read(program).records).toHaveLength(count);
});

test('an event of a log holds its trace, a complaint its code, a test its failure', () => {
  expect(read('server log').records[1]).toContain('ERROR request failed');
  expect(read('gcc').records).toEqual(
    expect.arrayContaining([expect.stringContaining('cart.c:9:12'), expect.stringContaining('cart.c:14:5')]),
  );
  expect(read('cargo build').records).toContain('error[E0308]: mismatched types');
  expect(read('pytest').records).toContain(
    '_________________________________ test_totals __________________________________',
  );
  expect(read('jest').records).toContain('● cart › totals are summed');
});

test.each([
  ['tree', 'cart.ts', ['.', '├── src']],
  ['npm ls', 'ajv@6', ['shop@1.0.0 /home/me/shop', '├─┬ eslint@9.1.0']],
  ['npm ls, ASCII', 'ajv@6', ['shop@1.0.0 /home/me/shop', '+-- eslint@9.1.0']],
  ['ls -R', 'pay.ts', ['./src:']],
  ['df', '/dev/nvme0n1p2', ['Filesystem      Size  Used Avail Use% Mounted on']],
  ['psql', 'pear', ['id | name  | price', '----+-------+-------']],
  ['csv', '2,bob', ['id,name,amount,when']],
  ['eslint', 'no-console', ['/home/me/shop/src/cart.js']],
  ['git status', 'src/cart.ts', ['Changes not staged for commit:']],
  ['markdown', 'Run the command', ['# Shop', '## Install']],
  ['man', 'list directory', ['NAME']],
  ['--help', '--verbose', ['Options:']],
  ['json', '"id": 1', ['{', '"items": [', '{']],
  ['toml', 'line-length', ['[tool.ruff]']],
  ['yaml', 'runs-on', ['jobs:', 'build:']],
  [
    'git diff',
    '+const a',
    ['diff --git a/x.ts b/x.ts', 'index 123..456 100644', '--- a/x.ts', '+++ b/x.ts', '@@ -1,3 +1,3 @@'],
  ],
])('what encloses a line of %s comes with it: %s', (program, text, above) => {
  expect(read(program).above(text)).toEqual(above);
});

test.each([
  ['vitest', 'FAIL  test/cart.test.ts > totals are summed'],
  ['vitest', 'Tests  1 failed | 4 passed (5)'],
  ['jest', '● cart › totals are summed'],
  ['mocha', '1) totals are summed'],
  ['node --test', '✖ totals are summed (2.2ms)'],
  ['node --test, TAP', 'not ok 1 - totals'],
  ['pytest', 'E       assert 3 == 4'],
  ['pytest', 'FAILED tests/test_cart.py::test_totals - assert 3 == 4'],
  ['python -m unittest', 'AssertionError: 3 != 4'],
  ['go test -v', '--- FAIL: TestTotals (0.00s)'],
  ['go test -v', 'cart_test.go:9: expected 4, got 3'],
  ['cargo test', '---- cart::totals stdout ----'],
  ['mvn test', 'java.lang.AssertionError: expected:<3> but was:<4>'],
  ['rspec', 'expected: 4'],
  ['tsc', "src/cart.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'."],
  ['gcc', "cart.c:14:5: error: expected ';' before 'return'"],
  ['eslint', '✖ 2 problems (1 error, 1 warning)'],
  ['cargo build', 'error[E0308]: mismatched types'],
  ['make', 'make: *** [Makefile:3: all] Error 2'],
  ['npm install', 'found 0 vulnerabilities'],
  ['pip install', 'Successfully installed idna-3.6 requests-2.31.0'],
  ['git diff --stat', '3 files changed, 90 insertions(+), 66 deletions(-)'],
  ['tree', '2 directories, 4 files'],
  ['psql', '(2 rows)'],
  ['ASan', 'freed by thread T0 here:'],
  ['import script', 'cannot open next.csv: No such file or directory at -e line 1.'],
  ['journalctl', 'Feb 03 09:12:45 host systemd[1]: Started session-3.scope - Session 3 of User ann.'],
])('what %s prints is never without %s', (program, line) => {
  expect(read(program).evidence).toContain(line);
});
