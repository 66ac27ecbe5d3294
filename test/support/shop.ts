/** The subjects of the functions, in order. */
export const SHOP_NAMES: readonly string[] = [
  'parcel',
  'invoice',
  'courier',
  'depot',
  'label',
  'customs',
  'refund',
  'voucher',
  'basket',
  'wishlist',
];
const LINES = 16;

/** Ten functions of fifteen lines that differ as little as possible. */
export const SHOP: string = SHOP_NAMES.map((name) =>
  [
    `export function update_${name}(given: Input): Output {`,
    ...Array.from({ length: 12 }, (_, at) => `  const step_${at} = apply(given, ${at}, '${name}');`),
    '  return finish(given);',
    '}',
    '',
  ].join('\n'),
).join('\n');

export const SHOP_PATH = 'src/shop.ts';
/** A question that matches all functions equally. */
export const SHOP_QUESTION = 'What happens when it is updated?';

/** Events of a session that worked on one of the functions. */
export function sessionAbout(name: string): readonly object[] {
  return [
    { kind: 'asked', text: `Mend update_${name}: the ${name} is applied twice` },
    { kind: 'said', text: `I look at how a ${name} is updated.` },
    { kind: 'called', tool: 'Grep', args: { pattern: `update_${name}` } },
    { kind: 'gave', text: `src/checkout.ts:40:  return update_${name}(given);` },
    { kind: 'called', tool: 'Read', args: { file_path: SHOP_PATH } },
  ];
}

/** Returns how many lines of a function a pruned text shows. */
export function shownOf(pruned: string, name: string): number {
  const from = SHOP_NAMES.indexOf(name) * LINES;
  const own = SHOP.split('\n').slice(from, from + LINES - 1);
  return own.filter((line) => line.includes(name) && pruned.includes(line)).length;
}
