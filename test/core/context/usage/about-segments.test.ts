import { expect, test } from 'vitest';
import type { ShownSegment } from '../../../../src/context/segment.ts';
import { aboutSegments } from '../../../../src/context/usage/about-segments.ts';

const about = async (segment: Partial<ShownSegment>): Promise<string | undefined> => {
  const one = { id: 's', file: null, lines: null, topic: null, preview: 'how it begins', ...segment } as ShownSegment;
  const store = { list: async () => ({ segments: [one], total: 1, tokens: 1 }) };
  return (await aboutSegments(store, 'shop', ['s'])).get('s');
};

test('a segment is known by its file and lines, else by its topic, else by how it begins', async () => {
  expect(await about({ file: 'src/a.ts', lines: { start: 3, end: 9 }, topic: 'x' })).toBe('src/a.ts:3-9');
  expect(await about({ topic: 'npm test' })).toBe('npm test');
  expect(await about({})).toBe('how it begins');
});

test('of a long path the end is told', async () => {
  const told = await about({ file: `${'folder/'.repeat(20)}a.ts`, lines: { start: 1, end: 20 } });
  expect(told).toMatch(/^….*folder\/a\.ts:1-20$/);
  expect(told).toHaveLength(60);
  expect(await about({ file: `${'🙂'.repeat(40)}.tsx` })).toBe(`…${'🙂'.repeat(27)}.tsx`);
});
