/** An object of a log, whose fields may hold anything. */
export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object that a line of a log holds; undefined for any other line, since the last one of a log may be cut. */
export function parseLine(line: string): Fields | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line) as Fields;
  } catch {
    return undefined;
  }
}

/** Milliseconds since 1970 of an ISO 8601 time; undefined for anything else. */
export function timeOf(value: unknown): number | undefined {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}

/** A value as text. An object is none: it may be made so that turning it into one fails. */
export function textOf(value: unknown): string {
  return typeof value === 'object' || value === undefined ? '' : String(value);
}

/** The texts of a list of blocks, a line each; a text stays as it is. */
export function textOfBlocks(content: unknown, types: readonly string[] = ['text']): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .filter((block): block is Fields => isFields(block) && types.includes(textOf(block['type'])))
    .map(({ text }) => textOf(text))
    .join('\n');
}
