import { expect, test } from 'vitest';
import { compileSchema } from '../../../../launcher/gateway/catalog/compile-schema.ts';
import { parseArtifactRef } from '../../../../src/artifacts/artifact-ref.ts';
import { createMemoryArtifactStore } from '../../../../src/artifacts/memory-artifact-store.ts';
import type { AnyToolResult } from '../../../../src/fit/result/any-tool-result.ts';
import { fitResult } from '../../../../src/fit/result/fit-result.ts';
import { resultBytesUpTo } from '../../../../src/fit/result/result-bytes.ts';
import { keepText } from '../../../../src/shorten/keep-text.ts';
import { readRecorded } from '../../../fit/recorded-results.ts';

const MAX_BYTES = 10_240;

/** Makes a schema that a value with these keys satisfies, and that requires each of them. */
function schemaOf(value: unknown): Record<string, unknown> {
  if (Array.isArray(value)) return { type: 'array', items: value.length === 0 ? {} : schemaOf(value[0]) };
  if (typeof value !== 'object' || value === null) return { type: value === null ? 'null' : typeof value };
  const properties = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, schemaOf(one)]));
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

test.each([true, false])(
  'recorded results of real servers keep to the contract (structured: %s)',
  async (structured) => {
    let shaped = 0;
    for (const { server, tool, result, facts } of readRecorded()) {
      const given = result as unknown as AnyToolResult;
      const store = createMemoryArtifactStore();
      const schema = given.structuredContent === undefined ? undefined : schemaOf(given.structuredContent);
      const found = schema && (await compileSchema(schema));
      // The schema made here does not fit lists of mixed types.
      const fits = found?.(given.structuredContent) === true ? found : undefined;
      const fitted = await fitResult(given, {
        ...{ maxBytes: MAX_BYTES, structured, tool, question: undefined, kept: new Map(), isRepeatable: true },
        pause: async () => {},
        compileFits: async () => fits,
        keep: (text) => keepText({ artifacts: store }, { tool: server }, text, () => {}),
      });
      const what = `${server} ${tool}`;
      expect(resultBytesUpTo(fitted.result, Number.POSITIVE_INFINITY), what).toBeLessThanOrEqual(MAX_BYTES);
      if (fitted.shaped === undefined) {
        expect(fitted.result, what).toBe(given);
        continue;
      }
      shaped++;
      const { structuredContent } = fitted.result;
      if (!structured) expect(structuredContent, what).toBeUndefined();
      else if (fits !== undefined) expect(fits(structuredContent), what).toBe(true);
      const ref = parseArtifactRef(String(fitted.shaped.artifact));
      const whole = new TextDecoder().decode(ref && (await store.read(ref)));
      const shown = JSON.stringify(fitted.result);
      for (const { text } of facts) {
        const places = [shown, whole, JSON.stringify(whole)];
        const written = [text, JSON.stringify(text).slice(1, -1)];
        expect(
          places.some((place) => written.some((one) => place.includes(one))),
          `${what}: ${text}`,
        ).toBe(true);
      }
    }
    expect(shaped).toBeGreaterThan(5);
  },
);
