import { describe, expect, it } from 'vitest';
import { createEmbeddedPruner, pruneText } from '../../../src/engine/embedded.ts';
import { pruneSteps } from '../../../src/engine/prune-steps.ts';
import type { PruneRequest } from '../../../src/engine/pruner.ts';
import { atOnce, countedParts, inTurns, partEnd, parts } from '../../../src/text/cooperative-task.ts';
import { splitLines } from '../../../src/text/lines.ts';
import { sourceText } from '../engine/texts.ts';

const noPause = (): Promise<void> => Promise.resolve();
const log = Array.from({ length: 9000 }, (_, i) =>
  i % 500 === 7 ? `12:00:0${i % 10} ERROR request ${i} failed: timeout` : `12:00:0${i % 10} INFO request ${i} served`,
).join('\n');
const texts = [sourceText(1, 4), sourceText(2, 300, '\r\n'), sourceText(3, 9000), log, 'x\n'.repeat(40_000), ''];
const requests: PruneRequest[] = texts.flatMap((text) => [
  { text, question: 'where is the request timeout parsed?' },
  { text, question: 'request timeout', targetRatio: 0.2, markers: 'ranges' as const, failed: true },
  { text, question: 'zebra', maxTokens: 300, keepFirstLine: true },
]);

describe('the engine in parts', () => {
  it('answers as it does at once, bit for bit', async () => {
    const pruner = createEmbeddedPruner({ pause: noPause });
    for (const request of requests) expect(await pruner.prune(request)).toEqual(pruneText(request));
  });

  it('pauses before every part, and no part is long', async () => {
    const sizes: number[] = [];
    const pause = (chars: number): Promise<void> => {
      sizes.push(chars);
      return Promise.resolve();
    };
    const text = sourceText(3, 30_000);
    await createEmbeddedPruner({ pause }).prune({ text, question: 'request timeout', targetRatio: 0.3 });
    expect(text.length).toBeGreaterThan(700_000);
    expect(sizes.length).toBeGreaterThan(30);
    for (const size of sizes) expect(size).toBeLessThan(0.12 * text.length);
  });

  it('pauses while it compares the items of a long list', () => {
    const list = JSON.stringify(
      Array.from({ length: 20_000 }, (_, i) => ({ name: `rope-${i}`, state: i % 9 ? 'ok' : 'firing' })),
      null,
      1,
    );
    const pauses = [...pruneSteps({ text: list, question: 'Which rope has the state firing, and its name?' })].length;
    expect(pauses).toBeGreaterThan(list.length / 8192);
  });

  it('stops between two parts when the caller has gone', async () => {
    const gone = new AbortController();
    let pauses = 0;
    const pause = async (): Promise<void> => {
      if (++pauses === 5) gone.abort(new Error('gone'));
    };
    const request = { text: log, question: 'timeout' };
    await expect(createEmbeddedPruner({ pause }).prune(request, { signal: gone.signal })).rejects.toThrow('gone');
    expect(pauses).toBe(5);
  });

  it('takes a scorer that cannot be divided', async () => {
    const scorer = {
      name: 'whole',
      version: '1',
      score: ({ lines }: { lines: { count: number } }) => ({
        scores: new Float32Array(lines.count).fill(1),
        reasons: new Uint8Array(lines.count),
        documentScore: 1,
      }),
    };
    const request = { text: log, question: 'timeout', targetRatio: 0.5 };
    expect(await createEmbeddedPruner({ scorer, pause: noPause }).prune(request)).toEqual(pruneText(request, scorer));
  });
});

describe('parts of a text', () => {
  it('cover every line once, in order', () => {
    for (const text of [...texts, `${'y'.repeat(500_000)}\n`.repeat(3), 'z'.repeat(999_999)]) {
      const lines = splitLines(text);
      const seen: number[] = [];
      let yielded = 0;
      for (const size of parts(lines, 1, (from, to) => {
        expect(to).toBe(partEnd(lines, from));
        for (let i = from; i < to; i++) seen.push(i);
      })) {
        yielded += size;
      }
      expect(seen).toEqual(Array.from({ length: lines.count }, (_, i) => i));
      expect(yielded).toBeGreaterThanOrEqual(text.length);
    }
  });

  it('pause every few thousand items, whatever an item is', () => {
    const seen: number[] = [];
    const steps = countedParts(10_000, 2, (from, to) => {
      for (let i = from; i < to; i++) seen.push(i);
    });
    expect([...steps]).toEqual([8192, 8192, 3616]);
    expect(seen).toEqual(Array.from({ length: 10_000 }, (_, i) => i));
  });

  it('pause earlier for items that cost more than others', () => {
    const ends: number[] = [];
    const steps = countedParts(
      10_000,
      (item) => (item < 3 ? 100_000 : 1),
      (_, to) => void ends.push(to),
    );
    expect([...steps]).toEqual([200_000, 104_095, 4096, 1806]);
    expect(ends).toEqual([2, 4098, 8194, 10_000]);
  });

  it('are done by both drivers to the same end', async () => {
    function* steps(): Generator<number, string, undefined> {
      yield 1;
      yield 2;
      return 'done';
    }
    expect(atOnce(steps())).toBe('done');
    expect(await inTurns(steps(), noPause)).toBe('done');
  });
});
