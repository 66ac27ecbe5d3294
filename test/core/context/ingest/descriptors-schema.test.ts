import { expect, test } from 'vitest';
import { contextDescriptors } from '../../../../src/context/ingest/descriptors-schema.ts';

test('no segment has so many tokens that a project cannot be summed up any more', () => {
  const summaries = (tokens: number) => ({
    segment_summaries: [{ segment_id: 'a', type: 'log', preview: 'a log', tokens }],
  });
  expect(contextDescriptors.safeParse(summaries(1e9)).success).toBe(true);
  for (const tokens of [Number.MAX_SAFE_INTEGER, 1e308, -1, 1.5, Number.NaN]) {
    expect(contextDescriptors.safeParse(summaries(tokens)).success).toBe(false);
  }
});
