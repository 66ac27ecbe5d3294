import { describe, expect, test } from 'vitest';
import { ArtifactError } from '../../../src/artifacts/artifact-error.ts';
import { parseArtifactRef } from '../../../src/artifacts/artifact-ref.ts';
import type { ArtifactStore } from '../../../src/artifacts/artifact-store.ts';
import { createMemoryArtifactStore } from '../../../src/artifacts/memory-artifact-store.ts';
import { CATEGORY_BUDGETS, DEFAULT_LIMITS } from '../../../src/fit/limits.ts';
import { type WrapOptions, wrapResponse } from '../../../src/fit/wrap-response.ts';
import { resultBytes, type ToolResult } from '../../../src/mcp/tool-result.ts';
import { depthOf, faultsOf, structured, textOf } from './invariants-of.ts';

const wrap = (data: unknown, options: Partial<WrapOptions> = {}): Promise<ToolResult> =>
  wrapResponse(data, { summary: 'A summary', artifacts: createMemoryArtifactStore(), ...options });
/** The default limits, set explicitly so that they apply even if there is room for more. */
const asked: Partial<WrapOptions> = { limits: DEFAULT_LIMITS };
const failing: Pick<ArtifactStore, 'put'> = {
  put: async () => {
    throw new ArtifactError('too_large', 'store an artifact');
  },
};
async function stored(store: ArtifactStore, result: ToolResult): Promise<string> {
  const ref = parseArtifactRef(String(structured(result)['artifactRef']));
  if (ref === undefined) throw new Error('no artifact');
  return new TextDecoder().decode(await store.read(ref));
}

const issues = Array.from({ length: 1000 }, (_, id) => ({
  id,
  title: `Issue ${id}`,
  state: id === 700 ? 'error' : 'open',
  seconds: id === 300 ? 9e6 : id % 5,
  labels: [`label ${id}`],
}));

describe('what fits', () => {
  test('is shown whole, as text and as structured content', async () => {
    const result = await wrap({ id: 7, names: ['a', 'b'] });
    expect(structured(result)).toEqual({ summary: 'A summary', success: true, id: 7, names: ['a', 'b'] });
    expect(JSON.parse(textOf(result))).toEqual(structured(result));
    expect(result.isError).toBeUndefined();
  });

  test('a top-level array, text or scalar keeps its shape under `data`', async () => {
    for (const data of [[1, 2], 'some text', 5, null, [], {}, true]) {
      const shown = structured(await wrap(data));
      expect(shown).toEqual({
        summary: 'A summary',
        success: true,
        ...(JSON.stringify(data) === '{}' ? {} : { data }),
      });
    }
  });

  test('data never stands for what the response says of itself', async () => {
    for (const name of ['summary', 'success', 'artifactRef', 'truncated', 'originalBytes', 'notice', 'rest', 'cut']) {
      const shown = structured(await wrap({ [name]: 'forged', other: 1 }));
      expect(shown).toEqual({ summary: 'A summary', success: true, data: { [name]: 'forged', other: 1 } });
    }
  });

  test('a `success` of the data that says the same is said once, and takes no level', async () => {
    expect(textOf(await wrap({ success: true, id: 7 }))).toBe('{"summary":"A summary","success":true,"id":7}');
    const failed = { success: false, error: 'no such table' };
    expect(structured(await wrap(failed, { success: false }))).toEqual({ summary: 'A summary', ...failed });
    expect(structured(await wrap(failed))).toEqual({ summary: 'A summary', success: true, data: failed });
  });

  test('numbers as keys do not come before the summary', async () => {
    expect(textOf(await wrap({ 5: 'five' }))).toBe('{"summary":"A summary","success":true,"data":{"5":"five"}}');
  });

  test('`success: false` is an error', async () => {
    const result = await wrap({ code: 2 }, { success: false });
    expect([result.isError, structured(result)['success']]).toEqual([true, false]);
  });

  test('without structured content the text has all there is', async () => {
    const result = await wrap({ id: 7 }, { structured: false });
    expect([result.structuredContent, JSON.parse(textOf(result))]).toEqual([
      undefined,
      { summary: 'A summary', success: true, id: 7 },
    ]);
  });
});

describe('the six invariants', () => {
  test('INV-MCP-RESP-001: a result takes no more bytes than it may, everything counted', async () => {
    const large = { ...issues, text: '"\\\n\u0001é🙂'.repeat(2000), deep: { issues } };
    for (const maxBytes of [1024, 1500, 2048, 3072, 10_240, 50_000]) {
      for (const data of [large, issues, large.text, { a: large.text, b: large.text, c: issues }]) {
        for (const structured of [true, false]) {
          expect(resultBytes(await wrap(data, { limits: { maxBytes }, structured }))).toBeLessThanOrEqual(maxBytes);
        }
      }
    }
  });

  test('INV-MCP-RESP-002: ten items of an array, and that there are more', async () => {
    const shown = structured(await wrap({ issues }, asked));
    expect(faultsOf(shown)).toEqual([]);
    expect(shown['issues']).toHaveLength(10);
    expect([shown['hasMore'], shown['cut']]).toEqual([true, { '$.issues': '10 of 1000: 0-6, 300, 700, 999' }]);
  });

  test('INV-MCP-RESP-003: 500 characters of a text', async () => {
    const shown = structured(
      await wrap({ one: 'x'.repeat(501), many: `${'y'.repeat(600)}\n${'z'.repeat(30)}` }, asked),
    );
    expect(faultsOf(shown)).toEqual([]);
    expect(shown['one']).toMatch(/^x+…\[\+\d+ chars\]…x+$/);
  });

  test('INV-MCP-RESP-004: four levels, deeper ones flattened', async () => {
    const shown = structured(await wrap({ a: { b: { c: { d: { e: [1, { f: 2 }] } } } } }, asked));
    expect(depthOf(shown)).toBe(4);
    expect(shown['a']).toEqual({ b: { c: { d: '{"e":[1,{"f":2}]}' } } });
    expect(depthOf(structured(await wrap([[[[[['deep']]]]]], asked)))).toBe(4);
  });

  test('INV-MCP-RESP-005: the whole is stored before it is cut, and named', async () => {
    const store = createMemoryArtifactStore();
    const result = await wrap({ issues }, { artifacts: store, domain: 'bugfix' });
    const shown = structured(result);
    expect(shown).toMatchObject({
      artifactRef: expect.stringMatching(/^ax:\/\/bugfix\//),
      truncated: true,
      hasMore: true,
    });
    const whole = JSON.stringify({ issues });
    expect([await stored(store, result), shown['originalBytes']]).toEqual([whole, whole.length]);
    expect(result.content[1]).toEqual({
      type: 'resource_link',
      uri: shown['artifactRef'],
      name: 'whole bugfix',
      mimeType: 'application/json',
      size: whole.length,
    });
  });

  test('INV-MCP-RESP-006: a summary of one line and at most 100 characters', async () => {
    for (const summary of ['', ' \n\t', 'a\nb', 'x'.repeat(1000), '👨‍👩‍👧'.repeat(60), '\ud800broken']) {
      const told = String(structured(await wrap({ a: 1 }, { summary }))['summary']);
      expect(told.length).toBeGreaterThan(0);
      expect(told.length).toBeLessThanOrEqual(100);
      expect(told).not.toMatch(/[\r\n]/);
    }
  });
});

describe('what is cut', () => {
  test('says so at its head and its tail', async () => {
    const text = textOf(await wrap({ issues }, { artifactTool: 'mcp_pruner_artifact' }));
    const ref = String(JSON.parse(text)['artifactRef']);
    expect(text.slice(0, 400)).toContain(ref);
    expect(text.slice(0, 400)).toContain('mcp_pruner_artifact');
    expect(text.slice(-200)).toContain(`mcp_pruner_artifact ref=${ref}`);
  });

  test('a log keeps its first lines, its errors and its last lines', async () => {
    const lines = Array.from({ length: 300 }, (_, i) => (i === 150 ? 'TypeError: x is not a function' : `step ${i}`));
    expect(structured(await wrap(lines.join('\n'), asked))['data']).toEqual({
      lines: 300,
      head: lines.slice(0, 9),
      errors: ['151: TypeError: x is not a function'],
      tail: lines.slice(-10),
    });
  });

  test('a text of few long lines keeps them all', async () => {
    const lines = ['a'.repeat(300), 'b'.repeat(300), 'c'];
    expect(structured(await wrap(`${lines.join('\n')}\n`, asked))['data']).toEqual({
      lines: 3,
      head: lines.slice(0, 2),
      tail: lines.slice(2),
    });
  });

  test('what lies too deep tells how much it is, and begins', async () => {
    const rows = Array.from({ length: 600 }, (_, id) => ({ id, status: 'paid' }));
    const shown = structured(await wrap({ data: { statements: [{ rows, count: 600 }] } }, asked));
    expect(shown['data']).toEqual({
      statements: [
        { rows: expect.stringMatching(/^\[array: 600 items\] \[\{"id":0,"status":"paid"\},.*…$/), count: 600 },
      ],
    });
    expect(JSON.stringify(shown['data']).length).toBeLessThan(320);
  });

  test('an image in base64 takes no room', async () => {
    const data = btoa(String.fromCharCode(...Array.from({ length: 3000 }, (_, i) => (i * 7919) % 251)));

    const [shown] = structured(await wrap([{ type: 'image', data }]))['data'] as [{ data: string }];
    expect(shown.data).toBe('…[base64, 3000 bytes]');
    expect(shown.data.length).toBeLessThanOrEqual(64);
  });

  test('an array keeps the items that match the question', async () => {
    const items = Array.from({ length: 200 }, (_, i) => ({ name: i === 77 ? 'closeSocket' : `other${i}`, at: { i } }));
    const shown = structured(await wrap({ items }, { question: 'where is the socket closed?' }));
    expect(JSON.stringify(shown['items'])).toContain('closeSocket');
  });

  test('uniform items stand as columns where nothing has to be left out then', async () => {
    const rows = Array.from({ length: 200 }, (_, i) => ({ id: i, name: `row ${i}` }));
    expect(structured(await wrap({ rows }, asked))['rows']).toHaveLength(10);
    expect(structured(await wrap({ rows }, { fill: true }))).toEqual({
      summary: 'A summary',
      success: true,
      rows: { columns: ['id', 'name'], rows: rows.map(({ id, name }) => [id, name]) },
    });
    const many = structured(await wrap({ rows: Array.from({ length: 4000 }, (_, id) => ({ id })) }, asked));
    expect(many['rows']).toHaveLength(10);
  });

  test('keys beyond the cap are counted and the first of them named', async () => {
    const keys = Object.fromEntries(Array.from({ length: 80 }, (_, i) => [`key${i}`, i]));
    const shown = structured(await wrap(keys, asked));
    expect(shown['…']).toBe('31 more keys: key49, key50, key51, key52, key53, …');
    expect(shown['key48']).toBe(48);
  });

  test('`hasMore` of the data does not hide that there is more', async () => {
    expect(structured(await wrap({ items: issues, hasMore: false }))['hasMore']).toBe(true);
    expect(structured(await wrap({ items: [1], hasMore: true, nextCursor: 'x' }))).toMatchObject({
      hasMore: true,
      nextCursor: 'x',
    });
  });

  test('no surrogate pair and no grapheme is cut in two', async () => {
    for (const grapheme of ['🙂', '👨‍👩‍👧‍👦', 'e\u0301', '🇩🇪', '각', '\r\n']) {
      for (let before = 0; before < 12; before++) {
        const [text] = [`${'x'.repeat(before)}${grapheme.repeat(400)}`];
        const { a } = structured(await wrap({ a: text })) as { a: unknown };
        for (const part of typeof a === 'string' ? a.split(/…\[\+\d+ chars\]…?/) : []) {
          expect(part.replaceAll('x', '').replaceAll(grapheme, '')).toBe('');
        }
      }
    }
  });
});

describe('where the whole cannot be kept', () => {
  test('a failing store is told, and nothing is cut that fits', async () => {
    const data = { items: Array.from({ length: 100 }, (_, i) => i), text: 'x'.repeat(900), deep: [[[[[[1]]]]]] };
    const shown = structured(await wrap(data, { ...asked, artifacts: failing }));
    expect(shown).toMatchObject({ artifactError: 'too_large', ...data });
    expect(shown['truncated']).toBeUndefined();
  });

  test('what does not fit is cut by bytes alone, and the loss is told', async () => {
    const result = await wrap({ issues }, { artifacts: failing });
    const shown = structured(result);
    expect(shown).toMatchObject({
      artifactError: 'too_large',
      truncated: true,
      hasMore: true,
      originalBytes: JSON.stringify({ issues }).length,
    });
    expect((shown['issues'] as unknown[]).length).toBeGreaterThan(10);
    expect(JSON.stringify(shown)).not.toContain('ax://');
    expect(resultBytes(result)).toBeLessThanOrEqual(10_240);
    expect(result.content).toHaveLength(1);
  });

  test('without any store the limits hold and the loss is told', async () => {
    const shown = structured(await wrap({ issues }, { ...asked, artifacts: undefined }));
    expect(faultsOf(shown)).toEqual([]);
    expect(shown).toMatchObject({ truncated: true, notice: expect.stringContaining('is not kept') });
  });
});

describe('shaping twice', () => {
  const results = async (): Promise<ToolResult[]> =>
    Promise.all([wrap({ a: 1 }), wrap({ issues }), wrap(issues), wrap('line\n'.repeat(900))]);

  test('hands a result on as it is', async () => {
    for (const result of await results()) expect(await wrap(result)).toBe(result);
  });

  test('leaves a response whole that only just fits', async () => {
    const limits = { maxBytes: 2048 };
    for (let n = 0; n < 500; n++) {
      const once = await wrap(['x'.repeat(440), 'x'.repeat(n)], { limits });
      expect(textOf(await wrap(JSON.parse(textOf(once)), { limits }))).toBe(textOf(once));
    }
  });

  test('leaves structured content as it is', async () => {
    for (const result of await results())
      expect(structured(await wrap(structured(result)))).toEqual(structured(result));
  });

  test('but not what only claims to be final', async () => {
    const forged = { content: [{ type: 'text', text: 'x'.repeat(20_000) }], _meta: { 'jeeves/final': true } };
    expect(resultBytes(await wrap(forged))).toBeLessThanOrEqual(10_240);
  });
});

test('the same data and options give the same result', async () => {
  expect(await wrap({ issues })).toEqual(await wrap({ issues }));
});

test('text that looks like a reference creates nothing', async () => {
  const store = createMemoryArtifactStore();
  await wrap({ text: `ax://test/${'0'.repeat(32)}` }, { artifacts: store });
  expect((await store.usage()).artifacts).toBe(0);
});

test('every category has a budget that its responses keep', async () => {
  expect(CATEGORY_BUDGETS).toEqual({ execution: 3072, list: 2048, status: 1536, scan: 2048, config: 1536 });
  for (const maxBytes of Object.values(CATEGORY_BUDGETS)) {
    const result = await wrap({ status: 'done', issues, log: 'line\n'.repeat(500) }, { limits: { maxBytes } });
    expect(resultBytes(result)).toBeLessThanOrEqual(maxBytes);
    expect(structured(result)['status']).toBe('done');
  }
});

test('the longest names leave the smallest budget whole', async () => {
  const names = { domain: 'd'.repeat(32), artifactTool: 'é'.repeat(90), summary: '"'.repeat(100), success: false };
  for (const maxBytes of [1024, 1536]) {
    expect(resultBytes(await wrap({ issues }, { ...names, limits: { maxBytes } }))).toBeLessThanOrEqual(maxBytes);
    expect(
      resultBytes(await wrap({ issues }, { ...names, limits: { maxBytes }, artifacts: failing })),
    ).toBeLessThanOrEqual(maxBytes);
  }
});

test('limits that nothing fits in are a mistake', async () => {
  await expect(wrap({}, { limits: { maxBytes: 100 } })).rejects.toThrow(
    new RangeError('cannot limit maxBytes to "100": expected at least 1024'),
  );
  await expect(wrap({}, { limits: { maxArrayItems: Number.NaN } })).rejects.toThrow(RangeError);
});
