import { describe, expect, test } from 'vitest';
import { pruneText } from '../../../../../src/engine/embedded.ts';
import type { PruneRequest } from '../../../../../src/engine/pruner.ts';

const ask = (text: string, question: string, more: Partial<PruneRequest> = {}): string =>
  pruneText({ text, question, markers: 'ranges', ...more }).text;
const list = (n: number, line: (i: number) => string): string =>
  `${Array.from({ length: n }, (_, i) => line(i)).join('\n')}\n`;
const hash = (i: number): string => (0x9e3779b1 * (i + 7)).toString(16).replace('.', '').slice(-7).padStart(7, 'a');

const SUBJECTS = [
  'chore: bump eslint to 9',
  'docs: say how to log in',
  'feat: answer HEAD requests',
  'fix: close sockets that idle',
  'test: cover the router',
  'build(deps): bump fast-uri',
  'refactor: share the reply type',
];
const ONELINE = (n: number, special: Readonly<Record<number, string>> = {}): string =>
  list(n, (i) => `${hash(i)} ${special[i] ?? `${SUBJECTS[i % SUBJECTS.length]} (#${9000 - i})`}`);

describe('questions of order and amount', () => {
  test('the last five commits are the first lines of a log', () => {
    const log = ONELINE(40);
    const out = ask(log, 'What are the last five commits?');
    expect(out.startsWith(log.split('\n').slice(0, 5).join('\n'))).toBe(true);
  });

  test('the file with the most lines is among the largest, and the total is there', () => {
    const rows = Array.from(
      { length: 30 },
      (_, i) => `${String(120 + i * 37).padStart(7)} src/t_${'abcdefghij'[i % 10]}${i}.c`,
    );
    const text = `${[...rows, `${String(19_000).padStart(7)} total`].join('\n')}\n`;
    const out = ask(text, 'Which C file has the most lines?');
    expect(out).toContain(rows.at(-1));
    expect(out).toContain('19000 total');
  });

  test('a short table of file systems is whole', () => {
    const text = `Filesystem      Size  Used Avail Use% Mounted on
udev            7.8G     0  7.8G   0% /dev
tmpfs           1.6G  2.1M  1.6G   1% /run
/dev/nvme0n1p2  468G  391G   54G  88% /
tmpfs           7.8G   60M  7.8G   1% /dev/shm
/dev/nvme0n1p1  511M  6.1M  505M   2% /boot/efi
`;
    expect(ask(text, 'How full is the root file system?')).toBe(text);
  });

  test('the files that changed most have the largest numbers, wherever they stand', () => {
    const sizes = Array.from({ length: 120 }, (_, i) => (i === 17 ? 844 : i === 93 ? 512 : 2 + ((i * 7) % 40)));
    const text = `${sizes.map((n, i) => ` lib/part${i}.js | ${String(n).padStart(3)} ${'+'.repeat(1 + (n % 9))}-`).join('\n')}\n 120 files changed, 3211 insertions(+), 900 deletions(-)\n`;
    const out = ask(text, 'Which files changed most?');
    expect(out).toContain(' lib/part17.js | 844');
    expect(out).toContain(' lib/part93.js | 512');
    expect(out).toContain('120 files changed');
    expect(out.split('\n').length).toBeLessThan(40);
  });

  test('what has a newer major version takes the whole table', () => {
    const text = `Package        Current   Wanted   Latest  Location                   Depended by\n${list(24, (i) => `${`pkg-${i}`.padEnd(14)} ${i % 5}.1.0     ${i % 5}.2.0    ${(i % 5) + (i % 3 === 0 ? 1 : 0)}.2.0   node_modules/pkg-${i}         shop`)}`;
    expect(ask(text, 'What has a newer major version?')).toBe(text);
  });
});

describe('records are judged by their own words', () => {
  test('commits that touched a parser, written with a hyphen or a space, come before bumps', () => {
    const special = {
      41: 'fix: several content-type RegExp parsers',
      137: 'fix(content-type): trim the parameter',
      220: 'feat: allow a content type parser per route',
    };
    const out = ask(ONELINE(300, special), 'Which commits touched the content type parser?');
    for (const subject of Object.values(special)) expect(out).toContain(subject);
    expect(out.split('\n').length).toBeLessThan(60);
  });

  test('the line that defines a setting comes before its uses, and tests come last', () => {
    const text = `${[
      ...Array.from(
        { length: 40 },
        (_, i) => `test/limits.test.ts:${10 + i}:    expect(server.requestTimeout).toBe(${i}); // default`,
      ),
      'lib/config.ts:31:const requestTimeout = options.requestTimeout ?? 30_000; // the default',
      ...Array.from({ length: 40 }, (_, i) => `lib/use${i}.ts:${i + 3}:  if (server.requestTimeout > ${i}) return;`),
    ].join('\n')}\n`;
    const out = ask(text, 'Where is the default of the request timeout set in the code?', { targetRatio: 0.05 });
    expect(out).toContain('lib/config.ts:31:');
    expect(out).not.toContain('test/limits.test.ts:12:');
  });
});

describe('what a line needs comes with it', () => {
  test('a tree shows the parents of what it keeps', () => {
    const deps = Array.from(
      { length: 60 },
      (_, i) => `├─┬ tool-${i}@${i}.1.0\n│ ├── left-${i}@1.0.0\n│ └── right-${i}@2.0.0`,
    );
    deps[33] = '├─┬ old-lint@4.2.0\n│ ├─┬ table-maker@5.4.6\n│ │ └── ajv@6.12.6\n│ └── right-33@2.0.0';
    const text = `shop@1.0.0 /home/me/shop\n${deps.join('\n')}\n└── ajv@8.17.1\n`;
    const out = ask(text, 'Which packages pull in ajv 6?');
    for (const line of ['├─┬ old-lint@4.2.0', '│ ├─┬ table-maker@5.4.6', '│ │ └── ajv@6.12.6'])
      expect(out).toContain(line);
    expect(out.split('\n').length).toBeLessThan(31);
  });

  test('an entry of a changelog comes with the heading of its version', () => {
    const version = (n: number): string =>
      `## ${n}.0.0 (2024-0${1 + (n % 9)}-11)\n\n### Features\n\n${list(6, (i) => `- Accept option${n}x${i} where a path is read, so that callers need no wrapper.`)}${n === 7 ? '- Add flag_value for options that stand for a constant.\n' : ''}\n`;
    const text = `# Changelog\n\n${list(30, (i) => version(30 - i))}`;
    const out = ask(text, 'When did flag_value come?');
    expect(out).toContain('- Add flag_value');
    expect(out).toContain('## 7.0.0 (2024-08-11)');
    expect(out.length).toBeLessThan(text.length / 3);
  });

  test('settings that fit on a screen are whole', () => {
    const mod = `module example.test/shop\n\ngo 1.24.0\n\nrequire (\n${list(20, (i) => `\tgithub.test/x/dep${i} v1.${i}.0`)})\n\ntool github.test/x/lint\n`;
    expect(ask(mod, 'Which language version is required?', { path: 'go.mod' })).toBe(mod);
    const toml = `[project]\nname = "shop"\nrequires-python = ">=3.10"\n\n[tool.black]\ntarget-version = ["py312"]\n${list(12, (i) => `option${i} = "language version ${i}"`)}`;
    expect(ask(toml, 'Which language version is required?', { path: 'pyproject.toml' })).toBe(toml);
  });
});

describe('evidence is told by content', () => {
  test('why a script stopped is its last words, and what it repeated folds', () => {
    const text = `${list(48, (i) => `imported record ${i + 1} of 70`)}cannot open next/batch-49.csv: No such file or directory at -e line 1.\n`;
    const { text: out, details } = pruneText({ text, question: 'why did the import stop?' });
    expect(details.kind).toBe('log');
    expect(out).toContain('cannot open next/batch-49.csv');
    expect(out.split('\n').length).toBeLessThan(12);
  });

  test('who stopped a server is what it says of signals and shutdown', () => {
    const at = (s: number, what: string): string => `4711:M 03 Feb 2026 09:1${s % 10}:44.101 * ${what}`;
    const text = `${[
      at(0, 'Server initialized'),
      ...Array.from({ length: 150 }, (_, i) => at(i, `${i + 100} changes in 60 seconds. Saving...`)),
      '4711:signal-handler (1770109999) Received SIGTERM scheduling shutdown...',
      at(9, 'User requested shutdown...'),
      at(9, 'DB saved on disk'),
      ...Array.from({ length: 20 }, (_, i) => at(i, `replica ${i} is gone`)),
    ].join('\n')}\n`;
    const out = ask(text, 'who stopped the server?');
    expect(out).toContain('Received SIGTERM scheduling shutdown');
    expect(out).toContain('User requested shutdown');
    expect(out.split('\n').length).toBeLessThan(60);
  });

  test('a sanitizer says where memory was freed', () => {
    const frames = (n: number, fn: string): string =>
      list(n, (i) => `    #${i} 0x55d1a2b3c4d${i % 10} in ${fn}${i} /home/me/sum.c:${i + 9}:10`);
    const text = `${list(130, (i) => `round ${i} of the fuzzer is done`)}=================================================================
==2211==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000000010 at pc 0x55d1 bp 0x7ffc sp 0x7ffb
READ of size 4 at 0x602000000010 thread T0
${frames(6, 'total')}
freed by thread T0 here:
    #0 0x7f11a2b3c4d5 in free (/usr/lib/libasan.so+0x5)
${frames(5, 'drop')}
previously allocated by thread T0 here:
${frames(5, 'make')}
SUMMARY: AddressSanitizer: heap-use-after-free /home/me/sum.c:9:10 in total0
`;
    const { text: out, details } = pruneText({ text, question: 'where was the memory freed?' });
    expect(details.kind).toBe('log');
    expect(out).toContain('ERROR: AddressSanitizer: heap-use-after-free');
    expect(out).toContain('freed by thread T0 here:');
    expect(out).toContain('in drop0 /home/me/sum.c');
    expect(out.split('\n').length).toBeLessThan(60);
  });

  test('the user’s own frame of a failing test comes before those of the runtime', () => {
    const passed = list(
      150,
      (i) => `ok ${i + 1} - test of part ${i}\n  ---\n  duration_ms: 0.${i}\n  type: 'test'\n  ...`,
    );
    const text = `TAP version 13\n${passed}not ok 151 - totals are summed
  ---
  duration_ms: 1.9
  location: '/home/me/shop/cart.test.js:7:1'
  failureType: 'testCodeFailure'
  error: 'Expected values to be strictly equal'
  code: 'ERR_ASSERTION'
  stack: |-
    Test.runInAsyncScope (node:async_hooks:214:14)
    TestContext.<anonymous> (file:///home/me/shop/cart.test.js:9:10)
    Test.run (node:internal/test_runner/test:1047:25)
    Test.start (node:internal/test_runner/test:944:17)
    startSubtestAfterBootstrap (node:internal/test_runner/harness:296:17)
  ...
1..151
# tests 151
# pass 150
# fail 1
`;
    const out = ask(text, 'Why do the tests fail?');
    expect(out).toContain('not ok 151 - totals are summed');
    expect(out).toContain('cart.test.js:9:10');
    expect(out).toContain('# fail 1');
    expect(out).not.toContain('startSubtestAfterBootstrap');
    expect(out).not.toContain('ok 70 - test');
  });
});

describe('definitions', () => {
  const filler = (n: number, of: (i: number) => string): string =>
    Array.from({ length: n }, (_, i) => of(i)).join('\n');

  test('parallel is multi-threaded, and what a definition is called counts more than its calls', () => {
    const worker = (i: number): string =>
      `fn step_${i}(args: &Args) -> Result<bool> {\n    let searcher = args.searcher_${i}()?;\n    let printer = args.printer_${i}();\n    searcher.search(printer, args.paths())\n}\n`;
    const text = `use std::thread;\n\nfn main() {\n    let args = Args::parse();\n    let matched = match args.command() {\n        Search => search(&args),\n        SearchParallel => search_parallel(&args),\n    };\n    exit(matched);\n}\n\n${filler(20, worker)}\n/// The top-level entry point of a search by one worker for each core.\nfn search_parallel(args: &Args) -> Result<bool> {\n    let started = Instant::now();\n    let walker = args.walk_builder()?.build_parallel();\n    walker.run(|| visit(args));\n    Ok(true)\n}\n\n${filler(20, (i) => worker(i + 40))}`;
    const { text: out, details } = pruneText({ text, question: 'The top-level entry point for multi-threaded search' });
    expect(out).toContain('fn search_parallel(args: &Args)');
    expect(details.keptLines.length).toBeLessThan(details.lineCount / 2);
  });

  test('a class that is named and a method of it that answers are both there', () => {
    const method = (i: number): string =>
      `    def helper_${i}(self, value):\n        """Shape a value for step ${i}."""\n        shaped = value + ${i}\n        return self._emit(shaped)\n`;
    const text = `import trio\n\n\nclass ChannelBackend:\n    """Runs on trio."""\n\n${filler(25, method)}\n    def open_stream(self, size):\n        send, receive = trio.open_memory_channel(size)\n        return Pair(send, receive)\n\n${filler(25, (i) => method(i + 50))}`;
    const out = ask(text, 'How is the trio memory channel implementation opened in class ChannelBackend?');
    expect(out).toContain('class ChannelBackend:');
    expect(out).toContain('trio.open_memory_channel(size)');
  });
});

const QUESTIONS = ['Which zebra grazes here?', 'where is the color of a button set', 'how are users invited'];

describe('a failing run never loses its failure, whatever is asked', () => {
  const quiet = (n: number, line: (i: number) => string): string => list(n, line);
  const RUNS: Readonly<Record<string, readonly [text: string, failure: string]>> = {
    vitest: [
      ` RUN  v3.2.1 /home/me/shop\n\n${quiet(150, (i) => ` ✓ test/part${i}.test.ts (3 tests) ${i}ms`)} FAIL  test/cart.test.ts > totals are summed\nAssertionError: expected 3 to be 4\n ❯ test/cart.test.ts:9:19\n\n Test Files  1 failed | 150 passed (151)\n`,
      'AssertionError: expected 3 to be 4',
    ],
    pytest: [
      `============================= test session starts ==============================\n${quiet(150, (i) => `tests/test_part${i}.py ....                    [${i}%]`)}=================================== FAILURES ===================================\n_________________________________ test_totals __________________________________\n\n    def test_totals():\n>       assert total([1, 2]) == 4\nE       assert 3 == 4\n\ntests/test_cart.py:9: AssertionError\n=========================== short test summary info ============================\nFAILED tests/test_cart.py::test_totals - assert 3 == 4\n========================= 1 failed, 600 passed in 0.12s ==========================\n`,
      'E       assert 3 == 4',
    ],
    javac: [
      `${quiet(150, (i) => `[loading /modules/java.base/java/lang/Part${i}.class]`)}src/shop/Cart.java:14: error: cannot find symbol\n        return items.size() + extra;\n                              ^\n  symbol:   variable extra\n1 error\n`,
      'src/shop/Cart.java:14: error: cannot find symbol',
    ],
    perl: [
      `${quiet(150, (i) => `wrote page ${i} of the report`)}Can't locate object method "total" via package "Cart" at report.pl line 31.\n`,
      'Can\'t locate object method "total"',
    ],
    ruby: [
      `${quiet(150, (i) => `rendered view ${i} in the usual way`)}shop.rb:12:in 'total': undefined method '+' for nil (NoMethodError)\n\tfrom shop.rb:30:in 'checkout'\n`,
      "undefined method '+' for nil",
    ],
    eslint: [
      `${quiet(40, (i) => `/home/me/shop/src/part${i}.js\n  3:7  warning  Unexpected console statement  no-console\n`)}/home/me/shop/src/pay.js\n  8:10  error  'fetch' is not defined  no-undef\n\n✖ 41 problems (1 error, 40 warnings)\n`,
      "8:10  error  'fetch' is not defined",
    ],
    cmake: [
      `${quiet(120, (i) => `-- Looking for function_${i} - found`)}CMake Error at CMakeLists.txt:12 (find_package):\n  By not providing "FindZLIBX.cmake" in CMAKE_MODULE_PATH this project has\n  asked CMake to find a package configuration file provided by "ZLIBX".\n-- Configuring incomplete, errors occurred!\n`,
      'CMake Error at CMakeLists.txt:12 (find_package):',
    ],
    'npm debug': [
      `${quiet(150, (i) => `${i} silly placeDep ROOT part-${i}@1.0.${i} OK for: shop@1.0.0`)}150 error code E404\n151 error 404 Not Found - GET https://registry.test/left-padd\n`,
      '404 Not Found - GET',
    ],
  };

  for (const [name, [text, failure]] of Object.entries(RUNS)) {
    test.each([undefined, 'output.txt'])(`${name}, in a file of the name %s`, (path) => {
      for (const question of QUESTIONS) {
        const out = ask(text, question, { path });
        expect(out).toContain(failure);
        expect(out.length).toBeLessThan(text.length / 2);
        expect(ask(text, question, { path, failed: true })).toContain(failure);
        expect(ask(text, question, { path, targetRatio: 0.05 })).toContain(failure);
      }
    });
  }
});
