import { utf8Bytes } from '../base/json/utf8-bytes.ts';

/** Max UTF-8 bytes of a value: D1 takes 2 MB. */
const MAX_BYTES = 1_800_000;

/** Splits rows into JSON arrays of at most 1.8 MB each; a larger row gets an array of its own. */
export function jsonBatches(rows: readonly unknown[]): readonly string[] {
  const batches: string[] = [];
  let written: string[] = [];
  let bytes = 0;
  const end = (): void => {
    if (written.length > 0) batches.push(`[${written.join(',')}]`);
    written = [];
    bytes = 0;
  };
  for (const row of rows) {
    const text = JSON.stringify(row);
    const size = utf8Bytes(text) + 1;
    if (bytes + size > MAX_BYTES) end();
    written.push(text);
    bytes += size;
  }
  end();
  return batches;
}

const TYPES = { text: 'TEXT', integer: 'BIGINT', real: 'DOUBLE PRECISION' } as const;

/** Expression for cell `i` of a row of `json_each(?) AS <of>`, where the array holds arrays. */
export function cell(of: string, i: number, type: keyof typeof TYPES): string {
  const text = `${of}.value ->> ${i}`;
  return type === 'text' ? text : `CAST(${text} AS ${TYPES[type]})`;
}

/** Subquery for the texts of a JSON array. */
export const TEXTS = '(SELECT each.atom FROM json_each(?) AS each)';
