import { expect, test } from 'vitest';
import { citedPlaces } from './cited-places.ts';

test.each([
  [
    'lines behind their file',
    'Set in `src/app.py` (lines 3-9), read later (line 40).',
    {
      'src/app.py': [
        [3, 9],
        [40, 40],
      ],
    },
  ],
  [
    'lines before their file, then behind it',
    'In `a.py`: the `run()` method (lines 5–7 in `src/b.py`) and line 9.',
    {
      'src/b.py': [
        [5, 7],
        [9, 9],
      ],
    },
  ],
  [
    'behind a colon',
    'See ./src/a.ts:12-30 and src/a.ts:44.',
    {
      'src/a.ts': [
        [12, 30],
        [44, 44],
      ],
    },
  ],
  [
    'several at once',
    '`x/y.py` lines 5, 9-12 and 20',
    {
      'x/y.py': [
        [5, 5],
        [9, 12],
        [20, 20],
      ],
    },
  ],
  ['the same twice', '`a.py` line 5; line 5 again', { 'a.py': [[5, 5]] }],
  ['no file', 'Only three lines 5-9 of it.', {}],
  ['no lines', 'The file `a.py` has 12 functions.', {}],
])('%s', (_, text, cited) => {
  expect(Object.fromEntries(citedPlaces(text))).toEqual(cited);
});

test('a long word took time in the square of its length', () => {
  const places = citedPlaces(`${'a'.repeat(100_000)} src/a.ts:7 C:\\x\\b.ts:8`);
  expect(Object.fromEntries(places)).toEqual({ 'src/a.ts': [[7, 7]], 'b.ts': [[8, 8]] });
});
