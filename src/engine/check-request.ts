import { CARES, type PruneRequest, TEXT_KINDS } from './pruner.ts';

type Rule = readonly [expected: string, fits: (value: unknown) => boolean];

const isString = (value: unknown): boolean => typeof value === 'string';
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isAbove = (min: number, value: unknown): boolean => typeof value === 'number' && value >= min;
const oneOf = (values: readonly string[]): Rule => [
  `one of ${values.join(', ')}`,
  (value) => values.includes(value as string),
];

/** Expected value of each field. Omitted fields are not checked. */
const RULES: Readonly<Partial<Record<keyof PruneRequest, Rule>>> = {
  text: ['a string', isString],
  question: ['a string', isString],
  path: ['a string', isString],
  automatic: oneOf(CARES),
  kind: oneOf(TEXT_KINDS),
  threshold: ['a number', isNumber],
  targetRatio: ['a number above 0 and at most 1', (value) => isNumber(value) && value > 0 && value <= 1],
  maxTokens: ['a number of at least 0', (value) => isAbove(0, value)],
  firstLine: ['an integer of at least 1', (value) => Number.isInteger(value) && isAbove(1, value)],
};

/** Throws a `TypeError` that names the first field with an unexpected value. */
export function checkRequest(request: PruneRequest): void {
  for (const [name, [expected, fits]] of Object.entries(RULES)) {
    const value: unknown = (request as object | undefined)?.[name as keyof object];
    if (value === undefined && name !== 'text') continue;
    if (!fits(value)) throw new TypeError(`cannot prune with ${name} ${shown(value)}: expected ${expected}`);
  }
}

function shown(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 40)) : String(value);
}
