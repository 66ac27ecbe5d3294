import { type RowValue, readValues } from './read-values.ts';

/** A line of a record that names a value: `weight = 12`, `Size: 4 KB`, `price | 3`. */
const KEYED = /^[ \t]*([\p{L}_][\p{L}\d_ .()/-]{0,40}?)[ \t]*[=:|][ \t]*(.{0,80})$/gmu;
const NUMBER = /^-?\d[\d,]*(?:\.\d+)?(?=\s|$)/;

/** Reads the numbers of a record whose lines are each a key and a value. */
export function readKeyed(record: string): readonly RowValue[] {
  return Array.from(record.matchAll(KEYED)).flatMap(([, column = '', text = '']) => {
    const measured = readValues(text).find((one) => one.column === 'size' || one.column === 'time');
    const plain = NUMBER.exec(text)?.[0];
    const value = measured?.value ?? (plain === undefined ? undefined : Number(plain.replaceAll(',', '')));
    return value === undefined ? [] : [{ column, value }];
  });
}

/** Returns the distinct keys of such a record. */
export function keysOfRecord(record: string): readonly string[] {
  return [...new Set(Array.from(record.matchAll(KEYED), ([, key = '']) => key))];
}
