import { expect, test } from 'vitest';
import { gatherLines } from '../../../../src/base/events/gathered-lines.ts';

test('lines that come together are written together, in order', () => {
  const written: string[] = [];
  const timers: { readonly ms: number; readonly work: () => void }[] = [];
  const lines = gatherLines(
    (text) => written.push(text),
    (ms, work) => timers.push({ ms, work }),
  );
  lines.write('a\n');
  lines.write('b\n');
  expect(written).toEqual([]);
  expect(timers.map(({ ms }) => ms)).toEqual([20]);
  timers[0]?.work();
  expect(written).toEqual(['a\nb\n']);
  lines.write('c\n');
  lines.flush();
  timers[1]?.work();
  lines.flush();
  expect(written).toEqual(['a\nb\n', 'c\n']);
});
