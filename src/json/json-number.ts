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

function writeMarked(value: unknown): string {
  // Nobody can have put it into a text beforehand.
  const own = crypto.randomUUID();
  mark = own;
  let json: string | undefined;
  try {
    json = JSON.stringify(value);
  } finally {
    mark = undefined;
  }
  return json?.includes(own) ? json.replaceAll(new RegExp(`"${own}([^"]*)"`, 'g'), '$1') : (json as string);
}
