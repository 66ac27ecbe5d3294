import { describe, expect, it, test } from 'vitest';
import { loadO200k } from '../../../src/base/tokens/o200k.ts';
import { createEmbeddedPruner, pruneText } from '../../../src/engine/embedded.ts';
import { lineTokens } from '../../../src/engine/keep/tokens.ts';
import { type LineScorer, Reason } from '../../../src/engine/score/scorer.ts';
import { atOnce } from '../../../src/text/cooperative-task.ts';
import { splitLines } from '../../../src/text/lines.ts';
import { sourceText } from './texts.ts';

const o200k = await loadO200k();

const filler = (n: number): string =>
  Array.from(
    { length: n },
    (_, i) => `  other${i}(): number {\n    const total = this.sum${i} + ${i};\n    return total * 2;\n  }\n`,
  ).join('\n');

const CLASS = `import { read } from './read.ts';

export class Session {
${filler(30)}
  resetPassword(user: User): void {
    if (user.locked) {
      for (const entry of user.history) {
        entry.previousPassword = undefined;
      }
    }
    this.mailer.send(user.address);
  }

${filler(30)}}
`;

describe('a focused question', () => {
  it('gets the definition it names, whole, with what encloses it', () => {
    const { text, details } = pruneText({
      text: CLASS,
      question: 'how is the password of a user reset?',
      markers: 'ranges',
    });
    expect(text).toContain('resetPassword(user: User): void {\n    if (user.locked) {\n      for (const entry');
    expect(text).toContain('this.mailer.send(user.address);\n  }');
    expect(text).toContain('export class Session {');
    expect(text).toMatch(/\(filtered \d+ lines: \d+-\d+\)/);
    expect(details.changed).toBe(true);
    expect(details.kind).toBe('source');
    expect(details.method).toMatch(/^lexical\//);
    expect(details.keptLines.length).toBeLessThan(details.lineCount * 0.45);
    expect(details.reasons[splitLines(CLASS.slice(0, CLASS.indexOf('resetPassword'))).count - 1]).toBe('definition');
  });

  it.each(['reset_password', 'resetPassword()', 'RESET-PASSWORD', 'resetting passwords'])(
    'finds names however they are written: %s',
    (question) => {
      expect(pruneText({ text: CLASS, question, targetRatio: 0.1 }).text).toContain('resetPassword(user: User)');
    },
  );

  it('finds abbreviations', () => {
    const text = CLASS.replace('resetPassword', 'loadCfg');
    expect(pruneText({ text, question: 'load the configuration', targetRatio: 0.1 }).text).toContain(
      'loadCfg(user: User)',
    );
  });

  it('shows the headers of a line deep inside', () => {
    const { text } = pruneText({ text: CLASS, question: 'previousPassword', targetRatio: 0.04 });
    for (const line of [
      'export class Session {',
      'resetPassword(',
      'if (user.locked) {',
      'for (const entry',
      'previousPassword =',
    ])
      expect(text).toContain(line);
  });
});

describe('limits', () => {
  const text = sourceText(5, 400);
  const tokens = (s: string): number => atOnce(lineTokens(splitLines(s))).reduce((a, b) => a + b, 0);

  it.each([0.1, 0.2, 0.3, 0.5, 0.8])('uses all of a target ratio of %d, and hardly more', (targetRatio) => {
    const pruned = pruneText({ text, question: 'where is the request timeout parsed', targetRatio }).text;
    const share = o200k(pruned) / o200k(text) / targetRatio;
    expect(share).toBeLessThanOrEqual(1.05);
    expect(share).toBeGreaterThanOrEqual(0.97);
  });

  it('takes the smaller of two limits', () => {
    const out = pruneText({ text, question: 'request timeout', targetRatio: 0.5, maxTokens: 200 }).text;
    expect(tokens(out)).toBeLessThanOrEqual(200);
  });

  it('leaves out what is below an explicit threshold, even with budget left', () => {
    const low = pruneText({ text, question: 'request timeout', targetRatio: 0.9, threshold: 0.9 }).details.keptLines
      .length;
    const high = pruneText({ text, question: 'request timeout', targetRatio: 0.9 }).details.keptLines.length;
    expect(low).toBeLessThan(high / 2);
  });

  it('keeps less at a higher threshold', () => {
    const kept = [0.3, 0.5, 0.7, 0.9].map(
      (threshold) => pruneText({ text, question: 'request timeout', threshold }).details.keptLines.length,
    );
    expect(kept).toEqual([...kept].sort((a, b) => b - a));
    expect(kept[0]).toBeGreaterThan(kept[3] as number);
  });

  it('keeps the first line when asked', () => {
    const kept = (keepFirstLine: boolean): readonly number[] =>
      pruneText({ text: CLASS, question: 'reset password', targetRatio: 0.1, keepFirstLine }).details.keptLines;
    expect(kept(true)[0]).toBe(1);
    expect(kept(false)[0]).not.toBe(1);
  });

  it('falls back to an outline when nothing matches but a limit is set', () => {
    const { text: out, details } = pruneText({ text: CLASS, question: 'zebra quagga', targetRatio: 0.3 });
    expect(details.score).toBe(0);
    expect(out).toContain('other0(): number {');
    expect(out).toContain('other29(): number {');
  });
});

describe('kept whole', () => {
  const unchanged = (text: string, question: string): void => {
    const { text: out, details } = pruneText({ text, question });
    expect(out).toBe(text);
    expect(details.changed).toBe(false);
    expect(details.keptLines).toEqual(Array.from({ length: details.lineCount }, (_, i) => i + 1));
    expect(new Set(details.reasons).size).toBeLessThanOrEqual(1);
    for (const r of details.reasons) expect(r).toBe('whole');
  };

  it('when the question is of stop words', () => unchanged(CLASS, 'what is it and how does this do that'));
  it('when markers would cost more than they save', () => unchanged('a\nb\ntimeout\nc\nd\n', 'timeout'));
  it('when it is one line', () => unchanged(`{"timeout": [${'1,'.repeat(5000)}1]}`, 'timeout'));
});

describe('once kept whole', () => {
  it.each(['\f', '\v', '\x85', '\u2028', '\u2029', '\x1c'])('a text with %j in it is pruned', (c) => {
    const text = CLASS.replace('import', `${c}import`).replace('  other3(', `${c}  other3(`);
    const { text: out, details } = pruneText({ text, question: 'reset password' });
    expect(out).toContain('resetPassword(user: User)');
    expect(out.length).toBeLessThan(text.length / 2);
    const lines = text.split('\n');
    for (const line of out.split('\n'))
      expect(/^\(filtered \d+ lines\)$/.test(line) || lines.includes(line)).toBe(true);
    expect(details.lineCount).toBe(lines.length - 1);
    const share = pruneText({ text, question: 'reset password', targetRatio: 0.2 });
    expect(o200k(share.text) / o200k(text)).toBeLessThan(0.22);
  });

  const hunk = (file: string, i: number, line: string): string =>
    `@@ -${i},4 +${i},4 @@ ${file}\n const before${i} = 1;\n-const ${line} = 1;\n+const ${line} = 2;\n const after${i} = 1;\n`;
  const head = (file: string): string =>
    `diff --git a/${file} b/${file}\nindex 1..2 100644\n--- a/${file}\n+++ b/${file}\n`;
  const files = Array.from({ length: 20 }, (_, f) => {
    const hunks = Array.from({ length: 10 }, (_, i) =>
      hunk(`f${f}.ts`, i * 20 + 1, f === 7 && i === 3 ? 'timeout' : `x${i}`),
    );
    return head(`f${f}.ts`) + hunks.join('');
  });

  it('a diff keeps the hunks that answer, each whole, with the header of its file', () => {
    const { text, details } = pruneText({ text: files.join(''), question: 'Where did the timeout change?' });
    expect(details.kind).toBe('diff');
    expect(text).toContain(head('f7.ts'));
    expect(text).toContain(hunk('f7.ts', 61, 'timeout'));
    expect(text).not.toContain('f3.ts');
    expect(text.split('\n').length).toBeLessThan(30);
  });

  it('a diff is cut to a share by hunks', () => {
    const text = files.join('');
    const out = pruneText({ text, question: 'Where did the timeout change?', targetRatio: 0.2 }).text;
    expect(out).toContain(hunk('f7.ts', 61, 'timeout'));
    const changes = out.split('\n').filter((line) => /^[-+]const/.test(line));
    const removed = changes.filter((line) => line.startsWith('-'));
    expect(Math.abs(changes.length - 2 * removed.length)).toBeLessThanOrEqual(2);
    expect(o200k(out) / o200k(text)).toBeGreaterThan(0.17);
  });

  it('an answer is never without a line', () => {
    const text = Array.from({ length: 50 }, (_, i) => `${'a long line of words '.repeat(20)}${i}`).join('\n');
    for (const targetRatio of [0.001, 0.01, 0.1]) {
      expect(pruneText({ text, question: 'words', targetRatio }).details.keptLines.length).toBeGreaterThan(0);
    }
    expect(pruneText({ text, question: 'words', threshold: 1 }).details.keptLines.length).toBeGreaterThan(0);
  });

  it.each([
    ['equal lines', () => 'the same line again'],
    ['errors that differ in their numbers', (i: number) => `2026-01-01 10:00:00 ERROR worker ${i} lost its connection`],
    ['equal lines that the question names', () => 'the connection was lost'],
  ])('200,000 %s fold, with a count', (_, line) => {
    const text = `${Array.from({ length: 200_000 }, (_, i) => line(i)).join('\n')}\n`;
    const { text: out, details } = pruneText({ text, question: 'Why was the connection lost?', markers: 'ranges' });
    expect(details.keptLines.length).toBeLessThan(20);
    expect(out).toMatch(/^\(filtered 199\d\d\d lines: \d+-199\d\d\d\)$/m);
    expect(out.startsWith(`${line(0)}\n`)).toBe(true);
  });

  it('a long log that has nothing to do with the question folds to its end', () => {
    const text = Array.from({ length: 3000 }, (_, i) => `ok ${i} - module ${i % 37} passes in ${i % 11} ms`).join('\n');
    const { details } = pruneText({ text, question: 'Which zebra?', kind: 'log' });
    expect(details.keptLines.length).toBeLessThan(40);
  });

  it('rows of a table are not taken for the same for their numbers', () => {
    const rows = Array.from({ length: 100 }, (_, i) => `${i},${i * 7},${i % 3}`).join('\n');
    expect(pruneText({ text: rows, question: 'what is it?', kind: 'data' }).text).toBe(rows);
  });
});

describe('line breaks', () => {
  it.each([
    ['\r\n', true],
    ['\r\n', false],
    ['\r', true],
    ['\n', false],
  ])('stay as they are: %j, final %s', (lineBreak, final) => {
    let text = CLASS.replaceAll('\n', lineBreak);
    if (!final) text = text.slice(0, -lineBreak.length);
    const out = pruneText({ text, question: 'reset password' }).text;
    expect(out.length).toBeLessThan(text.length);
    expect(out.endsWith(lineBreak)).toBe(final);
    const others = out.replaceAll(lineBreak, '');
    expect(others).not.toMatch(/[\r\n]/);
  });
});

describe('search results', () => {
  it('are cut by line, each with its path', () => {
    const text = Array.from({ length: 200 }, (_, i) =>
      i === 120
        ? 'src/auth/reset.ts:12:3:export function resetPassword(user) {'
        : `src/mod${i % 9}/file.ts:${i + 1}:7:const value${i} = compute(${i});`,
    ).join('\n');
    const { text: out, details } = pruneText({ text, question: 'where is the password reset' });
    expect(details.kind).toBe('search');
    expect(out).toContain('src/auth/reset.ts:12:3:export function resetPassword(user) {');
    expect(details.keptLines.length).toBeLessThan(100);
  });
});

describe('JSON', () => {
  it('keeps the keys that enclose a kept value', () => {
    const entry = (i: number): string => `    "item${i}": {\n      "size": ${i},\n      "colour": "red"\n    }`;
    const text = `{\n  "first": {\n${Array.from({ length: 60 }, (_, i) => entry(i)).join(',\n')}\n  },\n  "network": {\n    "timeout": 30,\n    "retries": 2\n  }\n}\n`;
    const { text: out, details } = pruneText({ text, question: 'network timeout' });
    expect(details.kind).toBe('json');
    expect(out).toContain('  "network": {\n    "timeout": 30,');
    expect(details.keptLines.length).toBeLessThan(100);
  });
});

describe('the port', () => {
  it('answers as pruneText does', async () => {
    const request = { text: CLASS, question: 'reset password' };
    expect(await createEmbeddedPruner().prune(request)).toEqual(pruneText(request));
  });

  it('throws the reason of a signal that has been aborted', async () => {
    const reason = new Error('gone');
    await expect(
      createEmbeddedPruner().prune({ text: CLASS, question: 'x' }, { signal: AbortSignal.abort(reason) }),
    ).rejects.toBe(reason);
  });

  it('takes another scorer, and names it', () => {
    const last: LineScorer = {
      name: 'last',
      version: '7',
      score: ({ lines }) => ({
        scores: Float32Array.from({ length: lines.count }, (_, i) => (i === lines.count - 1 ? 1 : 0)),
        reasons: new Uint8Array(lines.count).fill(Reason.match),
        documentScore: 0.5,
      }),
    };
    const { text, details } = pruneText({ text: `${'some words here\n'.repeat(50)}the end`, question: 'x' }, last);
    expect(text).toBe('(filtered 50 lines)\nthe end');
    expect(details.method).toBe('last/7');
    expect(details.score).toBe(0.5);
  });
});

test('no limit of tokens may be said as infinity', () => {
  expect(pruneText({ text: 'a\nb\n', question: 'b', maxTokens: Number.POSITIVE_INFINITY }).text).toBe(
    pruneText({ text: 'a\nb\n', question: 'b' }).text,
  );
});

test.each<[object | undefined, string]>([
  [undefined, 'text undefined: expected a string'],
  [{ text: 5 }, 'text 5: expected a string'],
  [{ text: 'a', question: null }, 'question null: expected a string'],
  [{ text: 'a', kind: 'poem' }, 'kind "poem": expected one of source, log, search, json, diff, prose, data'],
  [{ text: 'a', automatic: 'wild' }, 'automatic "wild": expected one of references, careful, balanced'],
  [{ text: 'a', targetRatio: Number.NaN }, 'targetRatio NaN: expected a number above 0 and at most 1'],
  [{ text: 'a', targetRatio: 7 }, 'targetRatio 7: expected a number above 0 and at most 1'],
  [{ text: 'a', maxTokens: '9' }, 'maxTokens "9": expected a number of at least 0'],
  [{ text: 'a', maxTokens: -5 }, 'maxTokens -5: expected a number of at least 0'],
  [{ text: 'a', firstLine: -1.5 }, 'firstLine -1.5: expected an integer of at least 1'],
])('a request that is none is refused in words: %j', async (request, words) => {
  const error = new TypeError(`cannot prune with ${words}`);
  expect(() => pruneText(request as never)).toThrow(error);
  await expect(createEmbeddedPruner().prune(request as never)).rejects.toThrow(error);
});
