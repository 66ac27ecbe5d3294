import { expect, test } from 'vitest';
import { createNamedLines } from '../../../src/session-memory/named-lines.ts';

function linesNamed(text: string, path?: string): readonly number[] {
  const { add, view } = createNamedLines();
  add(text);
  return view()(path);
}

test('lines are named by path, or without one', () => {
  const text = '/r/src/a.ts:12:3, (src/b.ts:40) ./a.ts:7; line 9, L10, all in a.ts';
  expect(linesNamed(text, 'src/a.ts')).toEqual([12, 7]);
  expect(linesNamed(text)).toEqual([12, 40, 7, 9, 10]);
});

// With quadratic time, 20,000 such characters would block everything for a second.
test.each(['a', 'a.', '/', '.ts', 'a-'])('data like %j took a second to look through', (unit) => {
  const { add, view } = createNamedLines();
  for (let i = 0; i < 200; i++) add(unit.repeat(20_000));
  expect(view()(undefined)).toEqual([]);
});
