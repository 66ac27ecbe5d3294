import { COLUMNS } from './shop.ts';

const rows = (count: number, about: (id: number) => object): object[] =>
  Array.from({ length: count }, (_, id) => ({ id: `row-${id}`, ...about(id) }));

/** Data of many shapes, to be made into a result within limits. */
export const SHAPED_DATA: Readonly<Record<string, unknown>> = {
  nothing: null,
  'a number': 12.5,
  'an empty text': '',
  'a long text': COLUMNS,
  'an empty list': [],
  'short rows': rows(3, (id) => ({ name: `name ${id}` })),
  'many rows': rows(500, (id) => ({
    name: `name ${id}`,
    severity: id % 40 === 0 ? 'critical' : 'low',
    price: id * 1.5,
  })),
  'uneven rows': rows(80, (id) => (id % 2 === 0 ? { name: id } : { other: `o${id}`, deep: { list: [1, 2, id] } })),
  'long values': rows(20, (id) => ({ body: COLUMNS.slice(0, 900 * (id % 4)) })),
  'a deep object': { a: { b: { c: { d: { e: { f: { g: rows(30, (id) => ({ id })) } } } } } } },
  'many keys': Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`key-${at}`, `value ${at}`])),
  'odd characters': { text: '\u0000 \ud800 漢字 😀 \u2028', '': 1, __proto__: 2 },
  'nested lists': Array.from({ length: 40 }, (_, at) => Array.from({ length: 40 }, (_, to) => at * to)),
};
