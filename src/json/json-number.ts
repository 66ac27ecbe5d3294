type RawJSON = (text: string) => unknown;

/** ECMAScript 2026 `JSON.rawJSON`: Node 21 and later, Deno and workerd have it. */
const nativeRawJSON: RawJSON | null = (JSON as { rawJSON?: RawJSON }).rawJSON ?? null;

/** Precedes a number's own characters in what is being written without `JSON.rawJSON`. */
let mark: string | undefined;

/**
 * A number that JavaScript would write with other characters: `1234567890123456789`, `19.90`, `1e3`. It keeps its own,
 * because an id or a price with other digits is another id or price. `JSON.stringify` writes it as it was where the
 * runtime can; `writeJson` does everywhere.
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
 * `JSON.stringify` with every `JsonNumber` as it was written, on any runtime. Throws what `JSON.stringify` does.
 * `rawJSON` is null where the runtime has none.
 */
export function writeJson(value: unknown, rawJSON: RawJSON | null = nativeRawJSON): string {
  return rawJSON === null ? writeMarked(value) : JSON.stringify(value);
}

/**
 * A copy of the value with every `JsonNumber` as a string, `mark` and its characters, for code that calls
 * `JSON.stringify` itself where the runtime has no `JSON.rawJSON`; elsewhere the value as it is.
 */
export function markedForWriting<T>(value: T, mark: string, rawJSON: RawJSON | null = nativeRawJSON): T {
  return rawJSON === null ? (JSON.parse(stringifyMarked(value, mark)) as T) : value;
}

/** What was written of a `markedForWriting`, with the numbers in the places of their marks. */
export function unmarked(json: string, mark: string): string {
  return json.includes(mark) ? json.replaceAll(new RegExp(`"${mark}([^"]*)"`, 'g'), '$1') : json;
}

function writeMarked(value: unknown): string {
  // Nobody can have put it into a text beforehand.
  const own = crypto.randomUUID();
  const json = stringifyMarked(value, own);
  return json === undefined ? json : unmarked(json, own);
}

function stringifyMarked(value: unknown, own: string): string {
  mark = own;
  try {
    return JSON.stringify(value);
  } finally {
    mark = undefined;
  }
}
