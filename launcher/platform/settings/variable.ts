/** Environment variable. The parser, the docs table and `--help` are generated from it. */
export interface Variable<T> {
  readonly fallback: string;
  readonly allowed: string;
  readonly effect: string;
  /** Parses the value as set, or `fallback`. Returns undefined if it is not allowed. */
  readonly parse: (value: string) => T | undefined;
}

export function integer(min: number, max: number): (value: string) => number | undefined {
  return (value) => {
    const number = Number(value);
    return /^\d+$/.test(value) && number >= min && number <= max ? number : undefined;
  };
}

export function oneOf<const T extends string>(values: readonly T[]): (value: string) => T | undefined {
  return (value) => values.find((allowed) => allowed === value);
}

/** Describes the values of `oneOf`. */
export function allowedOf(values: readonly string[]): string {
  return `one of ${values.map((value) => `\`${value}\``).join(', ')}`;
}
