/** Environment variable. The parser, the docs table and `--help` are generated from it. */
export interface Variable<T> {
  readonly fallback: string;
  readonly allowed: string;
  readonly effect: string;
  /** Parses the value as set, or `fallback`. Returns undefined if it is not allowed. */
  readonly parse: (value: string) => T | undefined;
}

type Values<T> = Pick<Variable<T>, 'allowed' | 'parse'>;

export function integer(min: number, max: number): Values<number> {
  return {
    allowed: `an integer from ${min} to ${max}`,
    parse: (value) => {
      const number = Number(value);
      return /^\d+$/.test(value) && number >= min && number <= max ? number : undefined;
    },
  };
}

export function oneOf<const T extends string>(values: readonly T[]): Values<T> {
  return {
    allowed: `one of ${values.map((value) => `\`${value}\``).join(', ')}`,
    parse: (value) => values.find((allowed) => allowed === value),
  };
}
