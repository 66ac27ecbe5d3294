import { expect, it } from 'vitest';
import { pruneText } from '../../../../src/engine/embedded.ts';
import { createSessionMemory } from '../../../../src/session-memory/session-memory.ts';

const quiet = (n: number, from = 0): string =>
  Array.from({ length: n }, (_, i) => `2024-05-01 10:00:00 INFO step ${from + i} of the usual work is done\n`).join('');
const trace = (name: string, frames: number): string =>
  `2024-05-01 10:00:00 ERROR ${name}Error: broke\n${Array.from({ length: frames }, (_, i) => `    at fn${i} (/app/${name}${i}.js:${i}:1)\n`).join('')}`;

function shown(text: string, extra: { failed?: boolean; targetRatio?: number } = {}): string {
  return pruneText({ text, question: 'which step does the usual work 17', targetRatio: 0.1, kind: 'log', ...extra })
    .text;
}

it('keeps distinct errors, each once', () => {
  const text = `${quiet(60)}${trace('Alpha', 2)}${quiet(40)}ERROR beta failed at 12 ms\n${quiet(40)}ERROR beta failed at 99 ms\n${quiet(40)}ERROR gamma failed\n${quiet(60)}`;
  // The budget has no room for other lines.
  const out = shown(text, { targetRatio: 0.01 });
  for (const part of ['AlphaError: broke', 'beta failed at 12 ms', 'gamma failed']) expect(out).toContain(part);
  expect(out).not.toContain('beta failed at 99 ms');
});

it('keeps the lines around the first and the last error', () => {
  const out = shown(
    `${quiet(60)}ERROR first\n${quiet(60, 100)}ERROR middle thing\n${quiet(60, 200)}ERROR last one\n${quiet(60, 300)}`,
  );
  for (const step of [57, 59, 100, 102, 257, 259, 300, 302]) expect(out).toContain(`step ${step} `);
});

it('keeps at most three traces of at most twenty lines', () => {
  const names = ['Alpha', 'Beta', 'Gamma', 'Delta', 'Omega'];
  const out = shown(names.map((n) => trace(n, 40) + quiet(60)).join('') + trace('Last', 0) + quiet(60));
  for (const n of names) expect(out).toContain(`${n}Error: broke`);
  expect(out.match(/ at fn\d+ \(\/app\/Alpha/g)).toHaveLength(19);
  expect(out.match(/ at fn\d+ \(\/app\/Gamma/g)).toHaveLength(19);
  expect(out).not.toContain('/app/Delta');
});

it('tells tracebacks apart by what they end in, and keeps causes inside a trace', () => {
  const python = (file: string, error: string): string =>
    `Traceback (most recent call last):\n  File "${file}.py", line 3, in run\n    go()\n${error}\n`;
  const java =
    'Exception in thread "main" Outer: x\n\tat a.B.c(B.java:1)\nCaused by: InnerException: y\n\tat a.D.e(D.java:2)\n';
  const out = shown(
    quiet(60) +
      python('one', 'ValueError: a') +
      quiet(60) +
      python('two', 'KeyError: b') +
      quiet(60) +
      java +
      quiet(60) +
      trace('Z', 0) +
      quiet(60),
  );
  for (const part of ['one.py', 'ValueError: a', 'two.py', 'KeyError: b', 'Outer: x', 'InnerException: y', 'D.java:2'])
    expect(out).toContain(part);
});

it('keeps failing tests and the summary', () => {
  const text = `${'✓ works well enough to be left out\n'.repeat(80)}✗ adds two numbers\n${'✓ works well enough to be left out\n'.repeat(80)}Tests: 1 failed, 160 passed\n`;
  const out = shown(text);
  expect(out).toContain('✗ adds two numbers');
  expect(out).toContain('Tests: 1 failed');
});

it('takes "0 errors" for no error', () => {
  expect(shown(`${quiet(60)}build finished: 0 errors\n${quiet(60)}`)).not.toContain('\nERROR');
});

it('keeps the last lines of what failed, whatever it is', () => {
  const text = `${quiet(100)}the tail has no known word at all\n`;
  expect(shown(text, { failed: true })).toContain('the tail has no known word at all');
  expect(shown(text, { failed: true })).toContain('step 95 ');
});

it('is kept even where it alone exceeds the budget', () => {
  const text = `${quiet(20)}${trace('Alpha', 19)}${quiet(20)}`;
  expect(shown(text, { targetRatio: 0.01 })).toContain('/app/Alpha18.js');
});

it('does not see errors in source', () => {
  const text = `${'function a() {\n  throw new Error("failed");\n}\n\n'.repeat(40)}function wanted() {\n  return "answer";\n}\n`;
  const out = pruneText({ text, question: 'wanted answer', path: 'a.js' });
  expect(out.details.kind).toBe('source');
  expect(out.text.split('throw').length).toBeLessThan(8);
});

it('sees errors in what looks like source where a command failed', () => {
  const code = 'function a() {\n  return b(1);\n}\n\n'.repeat(60);
  const text = `${code}cart.ld: undefined reference to total\n${code}function wanted() {\n  return answer;\n}\n`;
  const shownBy = (failed: boolean): string =>
    pruneText({ text, question: 'wanted answer', kind: 'source', failed }).text;
  expect(shownBy(true)).toContain('undefined reference to total');
  expect(shownBy(false)).not.toContain('undefined reference to total');
});

it.each([
  'Unable to moor the schooner',
  'the schooner does not match its drawing',
  'Could not resolve host: quay.example',
  'the schooner timed out after 30 s',
  'schooner: expected 4 masts, got 3',
  "tie: expression #1, char 5: unterminated `s' command",
  'checksum of the schooner differs',
  '[\u2717] the schooner leaks',
  'all hands abandoned the schooner',
])('a run that failed keeps what went wrong, whatever was asked: %s', (line) => {
  const steps = (word: string, count: number): string =>
    Array.from({ length: count }, (_, i) => `${word} ${i} of the hull\n`).join('');
  const text = `${steps('checked plank', 150)}${line}\n${steps('swept board', 60)}`;
  const out = pruneText({ text, question: 'Which plank was checked at 7?', failed: true }).text;
  expect(out).toContain(line);
  expect(out.length).toBeLessThan(text.length / 2);
});

it('a failure is shown of a few things that differ in their numbers alone', () => {
  const rows = Array.from(
    { length: 300 },
    (_, i) => `mast/${i}.svg: ${[90, 150, 240].includes(i) ? 'FAILED' : 'OK'}\n`,
  );
  const out = pruneText({ text: rows.join(''), question: 'Is mast 7 fine?', failed: true }).text;
  for (const at of [90, 150, 240]) expect(out).toContain(`mast/${at}.svg: FAILED`);
});

it('what a reporter tells in JSON of a run that failed is kept with the name of the test', () => {
  const passed = Array.from({ length: 60 }, (_, at) => ({
    ...{
      title: `adds ${at} parcels`,
      fullTitle: `Depot adds ${at} parcels`,
      file: '/p/test/depot.js',
      duration: 1,
      err: {},
    },
  }));
  const err = { message: 'the weight is 7, not 9', stack: 'Error: the weight is 7\n    at Context.<anonymous>' };
  const failed = {
    title: 'weighs a parcel',
    fullTitle: 'Depot weighs a parcel',
    file: '/p/test/depot.js',
    duration: 3,
    err,
  };
  const text = JSON.stringify({ tests: [...passed.slice(0, 30), failed, ...passed.slice(30)] }, null, 2);
  const question = 'How long does the test that adds 3 parcels take?';
  const pruned = pruneText({ text, question, failed: true });
  expect(pruned.text).toContain('"message": "the weight is 7, not 9"');
  expect(pruned.text).toContain('"fullTitle": "Depot weighs a parcel"');
  expect(pruned.text.length).toBeLessThan(text.length / 2);

  const events = [
    ...Array.from({ length: 80 }, (_, at) => ({ Action: 'pass', Package: 'example.com/depot', Test: `TestAdds${at}` })),
    {
      Action: 'output',
      Package: 'example.com/depot',
      Test: 'TestWeighs',
      Output: '    depot_test.go:41: got 7, want 9\n',
    },
    { Action: 'fail', Package: 'example.com/depot', Test: 'TestWeighs', Elapsed: 0.01 },
    ...Array.from({ length: 80 }, (_, at) => ({
      Action: 'pass',
      Package: 'example.com/depot',
      Test: `TestSends${at}`,
    })),
  ];
  const lines = pruneText({ text: events.map((one) => JSON.stringify(one)).join('\n'), question, failed: true });
  expect(lines.text).toContain('depot_test.go:41: got 7, want 9');
  expect(lines.text).toContain('"Action":"fail"');
});

it('warnings of a log that seldom warns are kept, whatever is asked', () => {
  const line = (at: number, level: string, text: string): string =>
    `2031-03-02T10:${String(at % 60).padStart(2, '0')}:00Z ${level} ${text} ${at}`;
  const log = (every: number): string =>
    Array.from({ length: 600 }, (_, at) =>
      at % every === 3 ? line(at, 'WARNING', 'clock is ahead of buoy') : line(at, 'INFO   ', 'tide is read at quay'),
    ).join('\n');
  const kept = (text: string): number =>
    pruneText({ text, question: 'Who painted the hull?' }).text.split('WARNING').length - 1;
  expect(kept(log(200))).toBe(3);
  expect(kept(log(20))).toBeLessThan(15);
});

it('warnings stay as errors do, and what a program tells its makers goes first', () => {
  const placed = Array.from({ length: 90 }, (_, at) => `npm silly placeDep ROOT oar-${at}@1.0.0 OK for: boat@2.0.0`);
  const fetched = Array.from({ length: 90 }, (_, at) => `npm http fetch GET 200 oar-${at} 12ms (cache hit)`);
  const text = [
    ...['npm verbose cli /usr/bin/node /usr/bin/npm', 'npm info using npm@11.19.1', ...placed],
    ...['npm warn EBADENGINE Unsupported engine {', "npm warn EBADENGINE   package: 'oar-7@1.0.0',"],
    ...["npm warn EBADENGINE   required: { node: '>=99' }", 'npm warn EBADENGINE }'],
    ...['npm warn deprecated rowlock@1.2.0: use thole instead', ...fetched],
    ...['', 'added 90 packages in 3s', 'npm verbose exit 0', 'npm info ok'],
  ].join('\n');
  const context = createSessionMemory();
  context.push({ kind: 'asked', text: 'npm install fails on our build machine. Find the cause.', isSummary: false });
  const automatic = 'balanced' as const;
  for (const more of [{}, { context: context.context(), automatic }]) {
    const { text: shown } = pruneText({ text, question: 'Let me see what the install does.', ...more });
    expect(shown).toContain("EBADENGINE   package: 'oar-7@1.0.0'");
    expect(shown).toContain("EBADENGINE   required: { node: '>=99' }");
    expect(shown).toContain('deprecated rowlock@1.2.0');
    expect(shown.split('npm silly').length).toBeLessThan(shown.split('npm http').length);
  }
});

it.each([
  'Warning: option reef goes away',
  '[warning] the anchor light goes away in v9',
  'a/long/path/to/the/hull/planks.c:12:5: warning: unused variable keel',
  '/opt/boat/sails.py:3: UserWarning: bad shape of mainsail',
  '(node:1234) Warning: The flag for fenders is set twice',
  '[DEP0040] DeprecationWarning: Bilge() goes away',
  'Deprecated: function hoist() goes away',
  'DEPRECATED: flag --hoist',
  '2031-03-02T10:00:00.000Z [warn] bilge nearly full',
])('a warning stays in a log, in whatever form: %s', (warning) => {
  const log = Array.from({ length: 300 }, (_, at) => `2031-03-02T10:00:00.000Z INFO read tide ${at} in ${at % 9} ms`);
  const text = log.toSpliced(170, 0, warning).join('\n');
  expect(pruneText({ text, question: 'Which port painted the hull?' }).text).toContain(warning);
});

it('what ended a run is shown, however many tests failed before, if a reporter tells it in JSON', () => {
  const output = (text: string): string => JSON.stringify({ Action: 'output', Test: 'TestMoor', Output: `${text}\n` });
  const lines = [
    ...Array.from({ length: 90 }, (_, at) =>
      output(`    moor_${at}.go:${at + 3}: rope${'abcdefgh'[at % 8]} is ${'wet'.repeat(1 + (at % 9))}`),
    ),
    output('panic: index out of range'),
    ...Array.from({ length: 40 }, (_, at) => output(`goroutine ${at} waits`)),
  ];
  expect(pruneText({ text: lines.join('\n'), question: 'Which rope is wet?', failed: true }).text).toContain(
    'panic: index',
  );
});
