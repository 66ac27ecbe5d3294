import { expect, test } from 'vitest';
import { createMemoryArtifactStore } from '../../../src/artifacts/memory-artifact-store.ts';
import { type WrapOptions, wrapResponse } from '../../../src/fit/wrap-response.ts';

async function shown(data: unknown, options: Partial<WrapOptions> = {}): Promise<Record<string, unknown>> {
  const artifacts = createMemoryArtifactStore();
  const { structuredContent } = await wrapResponse(data, { summary: 'Found', artifacts, ...options });
  return structuredContent as Record<string, unknown>;
}

const CUT = { hasMore: true, truncated: true, artifactRef: expect.stringMatching(/^ax:\/\/response\//) };

test('without options the limits of the contract hold: ten items', async () => {
  const names = Array.from({ length: 30 }, (_, id) => `n${id}`);
  const { names: first, ...rest } = await shown({ names });
  expect(rest).toMatchObject(CUT);
  expect(first).toHaveLength(10);
  expect(await shown({ names: names.slice(0, 10) })).toEqual({
    summary: 'Found',
    success: true,
    names: names.slice(0, 10),
  });
});

test('four levels, deeper ones flattened into their JSON', async () => {
  expect(await shown({ a: { b: { c: { d: { e: 1 } } } } })).toMatchObject({ a: { b: { c: { d: '{"e":1}' } } } });
});

test('500 characters of a text, and 20 lines of a log', async () => {
  const { text, ...rest } = await shown({ text: 'x'.repeat(900) });
  expect(rest).toMatchObject(CUT);
  expect(String(text).length).toBeLessThanOrEqual(500);
  const log = Array.from({ length: 60 }, (_, i) => `line ${i}`).join('\n');
  const logged = await shown({ log });
  expect(logged).toMatchObject(CUT);
  const { head, tail, ...count } = logged['log'] as Record<string, readonly string[]>;
  expect([head?.length, tail?.length, count]).toEqual([10, 10, { lines: 60 }]);
});

test('with fill the budget alone limits what is shown', async () => {
  const data = {
    text: 'x'.repeat(900),
    deep: { b: { c: { d: { e: 1 } } } },
    many: Array.from({ length: 30 }, (_, i) => i),
  };
  expect(await shown(data, { fill: true })).toEqual({ summary: 'Found', success: true, ...data });
});

test('an unpaired surrogate is never sent, and the artifact has it', async () => {
  const artifacts = createMemoryArtifactStore();
  const response = await shown({ text: 'a\ud800b', 'k\udc00': 1 }, { artifacts });
  expect(response).toMatchObject({ text: 'a\ufffdb', 'k\ufffd': 1, artifactRef: expect.any(String) });
  const [stored] = (await artifacts.list())?.artifacts ?? [];
  expect(stored).toBeDefined();
  const bytes = stored && (await artifacts.read(stored));
  expect(JSON.parse(Buffer.from(bytes ?? []).toString())).toEqual({ text: 'a\ud800b', 'k\udc00': 1 });
});
