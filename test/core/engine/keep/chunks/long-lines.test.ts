import { describe, expect, test } from 'vitest';
import { pruneText } from '../../../../../src/engine/embedded.ts';
import { lineTokens } from '../../../../../src/engine/keep/tokens.ts';
import type { PruneRequest } from '../../../../../src/engine/pruner.ts';
import { atOnce } from '../../../../../src/text/cooperative-task.ts';
import { splitLines } from '../../../../../src/text/lines.ts';
import { generator } from '../../texts.ts';

type Asked = Partial<PruneRequest> & Pick<PruneRequest, 'text' | 'question'>;
const prune = (asked: Asked) => pruneText({ markers: 'ranges', ...asked });

const services = (count: number): string =>
  JSON.stringify({
    services: Array.from({ length: count }, (_, i) => ({
      ...{ name: `service-${i}`, port: 8000 + i, team: i % 7 === 0 ? 'billing' : 'core' },
      env: { LOG_LEVEL: i === 77 ? 'debug' : 'info', REGION: 'north' },
    })),
  });

const bundle = (): string => {
  const next = generator(5);
  const name = (): string => `a${next(5000).toString(36)}`;
  const many = Array.from(
    { length: 900 },
    () => `function ${name()}(e,t){let n=e.${name()};return t?n:e[${next(99)}]}`,
  );
  many[500] =
    'function zz(e){if(e.retryDelay>30000)throw new RangeError("retry delay is above 30 s");return e.retryDelay}';
  return `/*! (c) */${many.join('')}\n`;
};

const CASES: Readonly<Record<string, Asked & { readonly fact: string }>> = {
  'one line of JSON': {
    text: services(400),
    question: 'On which port does service-77 listen?',
    fact: '"name":"service-77","port":8077',
  },
  'a minified bundle': {
    text: bundle(),
    question: 'When is the retry delay an error?',
    fact: 'throw new RangeError("retry delay is above 30 s")',
  },
  'a line of a log': {
    text: `${'2026-01-02T03:04:05Z INFO served\n'.repeat(40)}2026-01-02T03:05:00Z WARN upload payload=${services(300)} reason="disk quota exceeded" try=2\n`,
    question: 'Which quota was exceeded?',
    fact: 'reason="disk quota exceeded"',
  },
  'a dump of SQL': {
    text: `CREATE TABLE users (id int, mail text);\nINSERT INTO users VALUES ${Array.from({ length: 3000 }, (_, i) => `(${i},'user${i}@example.org')`).join(',')};\n`,
    question: 'Which id has user1234@example.org?',
    fact: "(1234,'user1234@example.org')",
  },
  'a cell of a CSV': {
    text: `id,title,body\n${Array.from({ length: 60 }, (_, i) => `${i},row ${i},"${i === 20 ? `${'lorem ipsum dolor '.repeat(2000)}the bank rejected the invoice ${'sit amet '.repeat(900)}` : 'short'}"\n`).join('')}`,
    question: 'What did the bank reject?',
    fact: 'the bank rejected the invoice',
  },
};

/** Replaces every mark and marker in a shown text by what it names, and counts them. */
function filledIn(request: Asked, shown: string): { readonly text: string; readonly marks: number } {
  const { text, starts, ends, count } = splitLines(request.text);
  let marks = 0;
  let line = 0;
  let out = '';
  const own = splitLines(shown);
  for (let i = 0; i < own.count; i++) {
    const one = shown.slice(own.starts[i], own.ends[i]);
    const gap = /^\(filtered (\d+) lines: (\d+)-(\d+)\)$/.exec(one);
    if (gap !== null) {
      expect(Number(gap[2])).toBe(line + 1);
      out += text.slice(starts[line], starts[Number(gap[3])]);
      line = Number(gap[3]);
      continue;
    }
    const whole = text.slice(starts[line], ends[line]);
    out += one.replaceAll(/…\[\+(\d+) chars: (\d+)-(\d+)\]…/g, (_, n, from, to) => {
      marks++;
      expect(Number(to) - Number(from) + 1).toBe(Number(n));
      return whole.slice(Number(from) - 1, Number(to));
    });
    out += text.slice(ends[line], starts[line + 1]);
    line++;
  }
  expect(line).toBe(count);
  return { text: out, marks };
}

describe.each(Object.entries(CASES))('%s', (_, asked) => {
  test('is cut around what answers, and not shown whole', () => {
    const { text, details } = prune(asked);
    expect(text).toContain(asked.fact);
    expect(text.length).toBeLessThan(asked.text.length * 0.3);
    expect(details.changed).toBe(true);
    expect(details.cutLines?.length).toBeGreaterThan(0);
  });

  test('is the original again once every mark is filled in', () => {
    const { text } = prune(asked);
    const filled = filledIn(asked, text);
    expect(filled.text).toBe(asked.text);
    expect(filled.marks).toBeGreaterThan(0);
  });

  test('tells which of its characters are shown', () => {
    const { text, details } = prune(asked);
    const lines = splitLines(asked.text);
    for (const { line, shown } of details.cutLines ?? []) {
      expect(details.keptLines).toContain(line);
      for (const [first, last] of shown) {
        const start = lines.starts[line - 1] as number;
        expect(text).toContain(asked.text.slice(start + first - 1, start + last));
      }
    }
  });

  test('keeps to a budget', () => {
    const tokensOf = (text: string): number => atOnce(lineTokens(splitLines(text))).reduce((a, b) => a + b, 0);
    for (const maxTokens of [300, 1000]) {
      expect(tokensOf(prune({ ...asked, maxTokens }).text)).toBeLessThanOrEqual(maxTokens);
    }
    const share = tokensOf(prune({ ...asked, targetRatio: 0.2 }).text) / tokensOf(asked.text);
    expect(share).toBeLessThan(0.24);
    expect(share).toBeGreaterThan(0.1);
  });

  test('stays whole under markers that have no form for a part of a line, and where nobody asked', () => {
    const plain = prune({ ...asked, markers: 'plain' });
    expect(plain.text).not.toContain('…[+');
    expect(plain.details.cutLines).toBeUndefined();
    const unasked = prune({ ...asked, question: '', automatic: 'balanced' });
    expect(unasked.text).not.toContain('…[+');
  });

  test('is cut the same way twice', () => {
    expect(prune(asked)).toEqual(prune(asked));
  });
});

test('a part of a log line keeps the time it begins with, a row its first cell, a row of SQL its table', () => {
  expect(prune(CASES['a line of a log'] as Asked).text).toMatch(/2026-01-02T03:05:00Z WARN upload .*disk quota/);
  expect(prune(CASES['a cell of a CSV'] as Asked).text).toMatch(/^20,row 20,.*the bank rejected/m);
  expect(prune(CASES['a dump of SQL'] as Asked).text).toMatch(/^INSERT INTO users VALUES .*1234,/m);
});

test('a value deep in one line of JSON keeps the keys that it is under', () => {
  const tree = { clusters: { north: { pad: 'x '.repeat(900), limits: { pad: 'y '.repeat(900), maxPods: 110 } } } };
  const { text } = prune({ text: JSON.stringify(tree), question: 'What is maxPods?' });
  expect(text).toMatch(/"clusters":\{"north":.*"limits":.*"maxPods":110/);
});

test('lines that people write are never cut', () => {
  const text = Array.from(
    { length: 300 },
    (_, i) => `const value${i} = compute(${i});${' '.repeat(i % 40)}// ${'word '.repeat(90)}`,
  );
  const { details } = prune({ text: text.join('\n'), question: 'value77' });
  expect(details.changed).toBe(true);
  expect(details.cutLines).toBeUndefined();
});

test('a line that would fill half of a small budget is cut', () => {
  const text = `${'alpha beta\n'.repeat(5)}${'gamma delta, '.repeat(60)}the needle, ${'epsilon, '.repeat(60)}\n`;
  for (const budget of [{ maxTokens: 120 }, { targetRatio: 0.35 }]) {
    const { text: shown } = prune({ text, question: 'needle', ...budget });
    expect(shown).toContain('the needle');
    expect(shown).toContain(' chars: ');
  }
  expect(prune({ text, question: 'needle' }).text).not.toContain(' chars: ');
});

test('no character is cut in two, and no escape sequence', () => {
  for (const word of ['😀', '\\n', 'é', '漢']) {
    const text = `${word.repeat(4000)} needle ${word.repeat(4000)}`;
    const { text: shown } = prune({ text, question: 'needle', maxTokens: 700 });
    expect(shown).toContain('needle');
    for (const part of shown.split(/…\[\+\d+ chars: \d+-\d+\]…/)) {
      expect((part as unknown as { isWellFormed(): boolean }).isWellFormed()).toBe(true);
      if (word === '\\n') expect((part.match(/\\/g) ?? []).length).toBe((part.match(/\\n/g) ?? []).length);
    }
  }
});

test('a line of ten million characters is answered: what grows with its square would take an hour', () => {
  const { text } = prune({ text: services(90_000), question: 'On which port does service-77 listen?' });
  expect(text).toContain('service-77');
});

describe('a diff with a minified file in it', () => {
  const minified = (name: string): string =>
    Array.from({ length: 300 }, (_, i) => `function f${i}(e){return e===${i}?${name}(e):e}`).join('');
  const text = `diff --git a/app.min.js b/app.min.js
index 111..222 100644
--- a/app.min.js
+++ b/app.min.js
@@ -1 +1 @@
-${minified('before')}
+${minified('after')}
diff --git a/src/retry.ts b/src/retry.ts
--- a/src/retry.ts
+++ b/src/retry.ts
@@ -10,3 +10,3 @@ export
 const a = 1;
-const delay = 3;
+const delay = 30;
 const b = 2;
`;

  test('shows the hunk that answers, and little of the minified one', () => {
    const { text: shown } = prune({ text, question: 'How long is the delay?' });
    expect(shown).toContain(text.slice(text.indexOf('diff --git a/src/retry')));
    expect(shown.length).toBeLessThan(1000);
  });

  test('shows a part of a changed line with its sign, its hunk and its file', () => {
    const { text: shown } = prune({ text, question: 'What comes after f77?' });
    expect(shown).toMatch(/^diff --git a\/app\.min\.js .*\n(?:.*\n)*@@ -1 \+1 @@\n(?:.*\n)*\+function f0\(.*f77\(e\)/m);
  });
});

test('an item of pretty-printed JSON with a giant value keeps the keys around it', () => {
  const text = JSON.stringify({ images: [{ name: 'logo', data: 'A0z'.repeat(3000) }], limits: { pods: 110 } }, null, 2);
  const { text: shown } = prune({ text, question: 'How many pods?' });
  expect(shown).toMatch(/"limits": \{\n\s*"pods": 110/);
  expect(shown.length).toBeLessThan(400);
});
