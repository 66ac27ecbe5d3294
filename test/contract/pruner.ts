import { describe, expect, test } from 'vitest';
import type { Pruner } from '../../src/engine/pruner.ts';

/** Forty lines about different subjects; lines 21 to 23 answer the question. */
export const TEXT: string = Array.from({ length: 40 }, (_, i) =>
  i >= 20 && i < 23
    ? `function closeSocket${i}(socket) { socket.destroy(); }`
    : `const unrelated${i} = compute(${i}, "value ${i}");`,
).join('\n');
export const QUESTION = 'How is a socket closed?';

/** Contract of every pruner. */
export function prunerContract(name: string, make: () => Pruner): void {
  describe(`${name} keeps the Pruner contract`, () => {
    test('keeps lines verbatim and in order, with markers between them', async () => {
      const outcome = await make().prune({ text: TEXT, question: QUESTION, markers: 'ranges' });
      if (!outcome.ok) return expect.fail(outcome.message);
      const lines = TEXT.split('\n');
      let at = 0;
      for (const line of outcome.text.split('\n')) {
        const gap = /^\(filtered (\d+) lines: (\d+)-(\d+)\)$/.exec(line);
        if (gap === null) expect(line).toBe(lines[at++]);
        else {
          expect([Number(gap[2]), Number(gap[3]) - Number(gap[2]) + 1]).toEqual([at + 1, Number(gap[1])]);
          at = Number(gap[3]);
        }
      }
      expect(at).toBe(lines.length);
      expect(outcome.text).toContain('closeSocket21');
      expect(outcome.text.length).toBeLessThan(TEXT.length);
    });

    test('details, where it gives them, are of this very answer', async () => {
      const outcome = await make().prune({ text: TEXT, question: QUESTION, markers: 'ranges' });
      if (!outcome.ok) return expect.fail(outcome.message);
      const { details, text } = outcome;
      if (details === undefined) return;
      const shown = text.split('\n').filter((line) => !/^\(filtered \d+ lines: \d+-\d+\)$/.test(line));
      expect(details.keptLines.map((line) => TEXT.split('\n')[line - 1])).toEqual(shown);
      expect([details.lineCount, details.lineScores.length, details.reasons.length]).toEqual([40, 40, 40]);
      expect(details.changed).toBe(true);
    });

    test('answers again with tighter limits, where it can', async () => {
      const asked = { text: TEXT, question: QUESTION, targetRatio: 0.5 };
      const first = await make().prune(asked);
      if (!first.ok) return expect.fail(first.message);
      const tighter = await first.again?.({ ...asked, targetRatio: 0.06 });
      if (tighter === undefined) return;
      expect(tighter.ok && tighter.text.length).toBeLessThan(first.text.length);
    });

    test('shifts the ranges by firstLine', async () => {
      const outcome = await make().prune({ text: TEXT, question: QUESTION, markers: 'ranges', firstLine: 101 });
      expect(outcome.ok && outcome.text).toMatch(/^\(filtered \d+ lines: 101-\d+\)\n/);
    });

    test('gives a text of nothing to remove back byte for byte', async () => {
      const text = 'function closeSocket(socket) {\r\n  socket.destroy();\r\n}\r\n';
      expect(await make().prune({ text, question: QUESTION })).toMatchObject({ ok: true, text });
    });

    test('throws the reason of a signal that is aborted', async () => {
      const signal = AbortSignal.abort(new Error('gone'));
      await expect(make().prune({ text: TEXT, question: QUESTION }, { signal })).rejects.toThrow('gone');
    });
  });
}
