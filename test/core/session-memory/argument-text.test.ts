import { expect, test } from 'vitest';
import type { Json } from '../../../src/base/json/json.ts';
import { argumentText } from '../../../src/session-memory/argument-text.ts';

test('texts and numbers in their order, at any depth', () => {
  const args = {
    file_path: 'a.ts',
    edits: [
      { old: 'x', at: 3 },
      { old: 'y', all: true },
    ],
    note: null,
  };
  expect(argumentText(args)).toBe('a.ts x 3 y');
});

test('bounded, however long or deep', () => {
  expect(argumentText({ text: 'x'.repeat(1_000_000) }).length).toBe(16_384);
  expect(argumentText({ list: Array<string>(1_000_000).fill('xyz') }).length).toBeLessThan(16_400);
  let deep: Json = 'end';
  for (let i = 0; i < 100_000; i++) deep = [deep];
  expect(argumentText({ deep })).toBe('end');
});
