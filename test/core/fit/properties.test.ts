import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseArtifactRef } from '../../../src/artifacts/artifact-ref.ts';
import { createMemoryArtifactStore } from '../../../src/artifacts/memory-artifact-store.ts';
import { createMeasure } from '../../../src/base/json/measure.ts';
import { DEFAULT_LIMITS } from '../../../src/fit/limits.ts';
import { isSound, mended } from '../../../src/fit/result/well-formed.ts';
import { toPlain } from '../../../src/fit/to-plain.ts';
import { truncateResponse } from '../../../src/fit/truncate-response.ts';
import { type WrapOptions, wrapResponse } from '../../../src/fit/wrap-response.ts';
import { resultBytes, type ToolResult } from '../../../src/mcp/tool-result.ts';
import { depthOf, faultsOf, textOf, utf8 } from './invariants-of.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme-composite', maxLength: 40 }),
  // Text with halves of surrogate pairs, quotes and control characters.
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 }).map((units) => String.fromCharCode(...units)),
  fc.constantFrom('summary', 'success', '__proto__', 'artifactRef', 'cut', '…', 'rest', 'hasMore', '0'),
);
const longText = fc
  .tuple(anyText, fc.constantFrom('', '\n', '\r\n', ' '), fc.integer({ min: 1, max: 150 }))
  .map(([text, end, times]) => `${text}${end}`.repeat(times));
const text = fc.oneof({ weight: 4, arbitrary: anyText }, { weight: 1, arbitrary: longText });

const scalar = fc.oneof(text, fc.double(), fc.integer(), fc.boolean(), fc.constantFrom(null, undefined, 10n, -0));

const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    scalar,
    fc.array(tie('json'), { maxLength: 12 }),
    fc.dictionary(anyText, tie('json'), { maxKeys: 14 }),
    fc.tuple(scalar, fc.integer({ min: 1, max: 200 })).map(([item, times]) => new Array<unknown>(times).fill(item)),
    fc
      .tuple(fc.uniqueArray(anyText, { minLength: 1, maxLength: 6 }), fc.integer({ min: 2, max: 120 }))
      .map(([keys, n]) =>
        Array.from({ length: n }, (_, i) => Object.fromEntries(keys.map((key) => [key, `${key}${i}`]))),
      ),
    fc
      .integer({ min: 45, max: 120 })
      .map((n) => Object.fromEntries(Array.from({ length: n }, (_, i) => [`${'k'.repeat(i)}${i}`, i]))),
  ),
}));

const options: fc.Arbitrary<WrapOptions> = fc.record({
  summary: text,
  success: fc.boolean(),
  structured: fc.boolean(),
  question: fc.option(anyText, { nil: undefined }),
  limits: fc.constantFrom(1024, 1536, 2048, 3072, 10_240).map((maxBytes) => ({ ...DEFAULT_LIMITS, maxBytes })),
});
// A fixed seed, so that a change fails only because of itself. Other seeds were run by hand, 20,000 runs of each
// property.
const RUNS = { numRuns: 100, seed: 4, endOnFailure: true };

const shownBy = (result: ToolResult): Record<string, unknown> => JSON.parse(textOf(result));

describe('whatever the data and the options', () => {
  test('a result keeps every limit, and is JSON and UTF-8 that says one thing', async () => {
    await fc.assert(
      fc.asyncProperty(json, options, fc.boolean(), async (data, given, keep) => {
        const result = await wrapResponse(data, { ...given, ...(keep && { artifacts: createMemoryArtifactStore() }) });
        expect(resultBytes(result)).toBeLessThanOrEqual(given.limits?.maxBytes ?? 0);
        const shown = shownBy(result);
        if (given.structured === false) expect(result.structuredContent).toBeUndefined();
        else expect(JSON.stringify(result.structuredContent)).toBe(textOf(result));
        expect(faultsOf(shown)).toEqual([]);
        expect(depthOf(shown)).toBeLessThanOrEqual(4);
        const { summary, success } = shown;
        expect(summary).toMatch(/^[^\n\r]{1,100}$/);
        expect([success, result.isError === true]).toEqual([given.success, given.success === false]);
        const written = JSON.stringify(result);
        expect(new TextDecoder().decode(new TextEncoder().encode(written))).toBe(written);
      }),
      RUNS,
    );
  });

  test('what is cut is an artifact of exactly the original bytes; what is not names none', async () => {
    await fc.assert(
      fc.asyncProperty(json, options, async (data, given) => {
        const store = createMemoryArtifactStore();
        const shown = shownBy(await wrapResponse(data, { ...given, artifacts: store }));
        const { artifacts } = (await store.list()) ?? { artifacts: [] };
        if (shown['truncated'] !== true) {
          expect(artifacts).toHaveLength(isSound(toPlain(data), 0) ? 0 : 1);
          return;
        }
        const ref = parseArtifactRef(String(shown['artifactRef']));
        const bytes = ref === undefined ? undefined : await store.read(ref);
        const plain = toPlain(data);
        const isText = typeof plain === 'string' && artifacts[0]?.mimeType === 'text/plain';
        expect(new TextDecoder().decode(bytes)).toBe(isText ? plain : JSON.stringify(plain));
        expect([shown['originalBytes'], shown['hasMore']]).toEqual([bytes?.length, true]);
      }),
      RUNS,
    );
  });

  test('shaping twice changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(json, options, async (data, given) => {
        const all = { ...given, artifacts: createMemoryArtifactStore() };
        const once = await wrapResponse(data, all);
        expect(await wrapResponse(once, all)).toBe(once);
        expect(textOf(await wrapResponse(shownBy(once), all))).toBe(textOf(once));
        expect(await wrapResponse(data, all)).toEqual(once);
      }),
      RUNS,
    );
  });

  test('a store that fails loses nothing that fits', async () => {
    const artifacts = { put: () => Promise.reject(new Error('disk')) };
    await fc.assert(
      fc.asyncProperty(json, options, async (data, given) => {
        const result = await wrapResponse(data, { ...given, artifacts });
        expect(resultBytes(result)).toBeLessThanOrEqual(given.limits?.maxBytes ?? 0);
        expect(textOf(result)).not.toContain('ax://');
        const shown = shownBy(result);
        if (shown['artifactError'] === undefined || shown['truncated'] === true) return;
        const plain = JSON.stringify(mended(toPlain(data), 0));
        if (!/\{"columns"/.test(textOf(result)) && 'data' in shown) expect(JSON.stringify(shown['data'])).toBe(plain);
      }),
      RUNS,
    );
  });

  test('a value cut without a response keeps the limits', () => {
    fc.assert(
      fc.property(json, (data) => {
        const cut = truncateResponse(data);
        const longArrays = faultsOf(cut).filter((fault) => fault.endsWith(' items'));
        expect([longArrays, depthOf(cut) <= 4]).toEqual([[], true]);
      }),
      RUNS,
    );
  });

  test('bytes are counted as JSON.stringify and UTF-8 write them', () => {
    const [plain, escaped, both] = [createMeasure('plain'), createMeasure('text'), createMeasure('both')];
    fc.assert(
      fc.property(text, (one) => {
        const once = utf8(JSON.stringify(one));
        const twice = utf8(JSON.stringify(JSON.stringify(one))) - 2;
        expect([plain.string(one), escaped.string(one), both.string(one)]).toEqual([once, twice, once + twice]);
      }),
      RUNS,
    );
  });
});
