import { expect, test } from 'vitest';
import { askedValues } from '../../../../src/engine/keep/asked-values.ts';

const fits = (question: string, line: string): boolean => askedValues(question).some((value) => value.test(line));

test.each([
  ['How long did the crossing take?', 'crossed after 4.2 s', 'crossed the bar'],
  ['When did the ferry leave?', 'left 2031-05-03', 'left the quay'],
  ['Which version of the engine is it?', 'Engine 4.3 (built at sea)', 'Engine of the ferry'],
  ['Who drew it?', 'Ann Keel <ann@quay.example>', 'drawn with care'],
  ['In which folder was it built?', '/srv/yard', 'yard'],
  ['Where did it break?', 'at mast (hull.c:39)', 'it broke there'],
  ['With which flags was it made?', 'cc -O2 -g hull.c', 'cc hull.c'],
])('%s', (question, line, other) => {
  expect(fits(question, line)).toBe(true);
  expect(fits(question, other)).toBe(false);
});

test('a question that names what it asks for asks for no kind of value', () => {
  expect(askedValues('Is the third buoy red?')).toEqual([]);
});
