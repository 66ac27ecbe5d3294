const NAMES = 'parcel invoice courier depot label customs refund voucher basket wishlist'.split(' ');

/** Ten functions that differ in one word, so that only what is known of a session tells them apart. */
export const SHOP: string = NAMES.map((name) =>
  [
    `export function update_${name}(given: Input): Output {`,
    ...Array.from({ length: 12 }, (_, at) => `  const step_${at} = apply(given, ${at}, '${name}');`),
    ...['  return finish(given);', '}', ''],
  ].join('\n'),
).join('\n');

/** 1,280 lines. */
export const LONG_SHOP: string = SHOP.repeat(8);

/** A source file with one function that stands out. */
export const COLUMNS: string = Array.from({ length: 60 }, (_, i) => {
  const name = i === 31 ? 'parseRetryAfterHeader' : `computeColumn${i}`;
  const body = i === 31 ? 'return Number(header) * 1000;' : `return row.cells[${i}] + offset;`;
  return `export function ${name}(header, row, offset) {\n  // step ${i}\n  ${body}\n}\n`;
}).join('\n');
