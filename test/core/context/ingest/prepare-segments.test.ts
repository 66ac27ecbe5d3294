import { expect, test } from 'vitest';
import { prepareSegments } from '../../../../src/context/ingest/prepare-segments.ts';
import type { RawSegment } from '../../../../src/context/ingest/raw-segment.ts';
import { lineSketchOf } from '../../../../src/context/links/line-sketch.ts';

const NOTHING = { knownTokens: async () => new Map(), list: async () => ({ segments: [], total: 0, tokens: 0 }) };
const prepare = (raws: readonly RawSegment[], count: (text: string) => number) =>
  prepareSegments(raws, { store: NOTHING, project: 'shop', loadTokenCounter: async () => count });

test('a long text is counted in parts, between which others have their turn', async () => {
  let turns = 0;
  const counted: number[] = [];
  const others = setInterval(() => {
    turns += 1;
  });
  const { fresh } = await prepare([{ text: 'four '.repeat(110_000), type: 'log' }], (text) => {
    counted.push(text.length);
    return text.length / 5;
  });
  clearInterval(others);
  expect([fresh[0]?.tokens, Math.max(...counted) < 10_000, turns > 0]).toEqual([110_000, true, true]);
});

test('the same content is one segment, and secrets are gone before anything is made of it', async () => {
  const about = { file: '1.log', tags: ['by:1'], topic: 'key 1' };
  const raws: RawSegment[] = [
    { text: 'key=1', type: 'log', ...about },
    { text: 'key=2', type: 'log', ...about },
  ];
  const { fresh } = await prepareSegments(raws, {
    ...{ store: NOTHING, project: 'shop', loadTokenCounter: async () => () => 1 },
    redact: (text) => text.replace(/\d/, '*'),
  });
  expect(fresh.map(({ text, preview }) => [text, preview])).toEqual([['key=*', 'key=*']]);
  expect(fresh).toMatchObject([{ file: '*.log', tags: ['by:*'], topic: 'key *' }]);
});

test('of which lines code of a file is made is kept, of no other text, and not of what a platform says of one', async () => {
  const text = 'a = 1\nb = 2';
  const { fresh } = await prepare(
    [
      { text, type: 'code', file: 'a.py' },
      { text, type: 'log', topic: 'make' },
      { text, type: 'decision', file: 'a.py' },
      { text, type: 'code', file: 'b.py', tokens: 900, tags: ['described'] },
    ],
    () => 1,
  );
  expect(fresh.map(({ sketch }) => sketch)).toEqual([lineSketchOf(text), '', '', '']);
});

test.each([0, 1])('a text takes the place of its description, whichever comes first: %i', async (first) => {
  const raws: RawSegment[] = [
    { id: 'x', text: 'start of', type: 'note', tags: ['described'] },
    { id: 'x', text: 'start of the text', type: 'note' },
  ];
  const { fresh, taken } = await prepare(first === 0 ? raws : raws.reverse(), (text) => text.length);
  expect([fresh.map(({ text }) => text), taken]).toEqual([['start of the text'], []]);
});
