import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMemoryArtifactStore } from '../../../../src/artifacts/memory-artifact-store.ts';
import type { AnyToolResult } from '../../../../src/fit/result/any-tool-result.ts';
import { fitResult } from '../../../../src/fit/result/fit-result.ts';
import { resultBytesUpTo } from '../../../../src/fit/result/result-bytes.ts';
import { keepText } from '../../../../src/shorten/keep-text.ts';

const line = fc.string({ unit: 'grapheme', maxLength: 80 });
const text = fc.oneof(
  line,
  fc.array(line, { maxLength: 400 }).map((lines) => lines.join('\n')),
  fc.array(fc.record({ id: fc.nat(), name: line }), { maxLength: 300 }).map((rows) => JSON.stringify(rows, null, 2)),
);
const block = fc.oneof(
  text.map((one) => ({ type: 'text', text: one })),
  text.map((one) => ({ type: 'resource', resource: { uri: 'a:b', text: one } })),
  fc.constant({ type: 'image', data: 'A'.repeat(5000), mimeType: 'image/png' }),
  fc.record({ type: fc.constant('resource_link'), uri: fc.constant('a:c'), name: line }),
);
const result = fc.record(
  {
    content: fc.array(block, { maxLength: 12 }),
    structuredContent: fc.dictionary(line, fc.oneof(text, fc.jsonValue({ maxDepth: 4 })), { maxKeys: 30 }),
    isError: fc.boolean(),
  },
  { requiredKeys: ['content'] },
);

test('no result takes more than its budget, images apart; one that fits is handed on as it is', async () => {
  const given = { result, structured: fc.boolean(), maxBytes: fc.constantFrom(2048, 10_240) };
  await fc.assert(
    fc.asyncProperty(fc.record(given), async ({ result: sent, structured, maxBytes }) => {
      const store = createMemoryArtifactStore();
      const server = JSON.parse(JSON.stringify(sent)) as AnyToolResult;
      const { result: fitted, shaped } = await fitResult(server, {
        ...{
          maxBytes,
          structured,
          isRepeatable: true,
          pause: async () => {},
          tool: 'mcp_s_t',
          question: undefined,
          compileFits: async () => undefined,
          kept: new Map(),
        },
        keep: (one) => keepText({ artifacts: store }, { tool: 'mcp_s_t' }, one, () => {}),
      });
      expect(resultBytesUpTo(fitted, Number.POSITIVE_INFINITY)).toBeLessThanOrEqual(maxBytes);
      expect(fitted.isError).toBe(server.isError);
      if (shaped === undefined) expect(fitted).toBe(server);
      else expect((await store.list())?.artifacts.map(({ ref }) => ref)).toContain(shaped.artifact);
    }),
    { numRuns: 150, seed: 5 },
  );
});
