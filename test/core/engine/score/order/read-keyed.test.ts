import { expect, test } from 'vitest';
import { keysOfRecord, readKeyed } from '../../../../../src/engine/score/order/read-keyed.ts';

const RECORD = `   name = oak chair
 weight = 4,120
   size = 3 KB
shipped = 2026-02-03`;

test('the numbers of a record are read by their keys', () => {
  expect(readKeyed(RECORD)).toEqual([
    { column: 'weight', value: 4120 },
    { column: 'size', value: 3072 },
  ]);
  expect(keysOfRecord(RECORD)).toEqual(['name', 'weight', 'size', 'shipped']);
});
