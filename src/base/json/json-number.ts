type RawJSON = (text: string) => unknown;

/** ECMAScript 2026 `JSON.rawJSON`, available in Node 21 and later, Deno and workerd. */
const nativeRawJSON: RawJSON | null = (JSON as { rawJSON?: RawJSON }).rawJSON ?? null;

/** Prefix that marks a number's own characters while writing without `JSON.rawJSON`. */
let mark: string | undefined;

/**
 * A number that JavaScript would print differently: `1234567890123456789`, `19.90`, `1e3`. It keeps its original
 * characters, because other digits would mean another id or price. `JSON.stringify` writes them if the runtime can;
 * `writeJson` does everywhere.
 */
export class JsonNumber {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  /** The nearest double. */
  valueOf(): number {
    return Number(this.source);
  }

  toString(): string {
    return this.source;
  }

  toJSON(): unknown {
    if (mark !== undefined) return mark + this.source;
    return nativeRawJSON === null ? Number(this.source) : nativeRawJSON(this.source);
  }
}

/**
 * Works like `JSON.stringify`, but writes every `JsonNumber` in its original form, on any runtime. Throws what
 * `JSON.stringify` throws. `rawJSON` is null if the runtime has none.
 */
export function writeJson(value: unknown, rawJSON: RawJSON | null = nativeRawJSON): string {
  return rawJSON === null ? writeMarked(value) : JSON.stringify(value);
}

function writeMarked(value: unknown): string {
  // Random, so no text can contain it beforehand.
  const own = crypto.randomUUID();
  const json = stringifyMarked(value, own);
  return json?.includes(own) ? json.replaceAll(new RegExp(`"${own}([^"]*)"`, 'g'), '$1') : json;
}

function stringifyMarked(value: unknown, own: string): string {
  mark = own;
  try {
    return JSON.stringify(value);
  } finally {
    mark = undefined;
  }
}
