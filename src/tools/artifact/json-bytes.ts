import { createMeasure } from '../../base/json/measure.ts';

const plain = createMeasure('plain');

/** Bytes of a text inside a JSON string, without the quotes. */
export const innerBytes = (text: string): number => plain.string(text) - 2;

/** Bytes of a character below U+0080 inside a JSON string. */
export function asciiBytes(code: number): number {
  if (code >= 0x20) return code === 0x22 || code === 0x5c ? 2 : 1;
  return code === 8 || code === 9 || code === 10 || code === 12 || code === 13 ? 2 : 6;
}
