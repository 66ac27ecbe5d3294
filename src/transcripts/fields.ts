/** An object of a log, whose fields may hold anything. */
export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Parses the object on a log line. Returns undefined for any other line, since the last one of a log may be
 * truncated.
 */
export function parseLine(line: string): Fields | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line) as Fields;
  } catch {
    return undefined;
  }
}

/** Returns an ISO 8601 time as milliseconds since 1970; undefined for anything else. */
export function timeOf(value: unknown): number | undefined {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}

/** Returns a count; 0 for anything but a number of at least 0. */
export const countIn = (value: unknown): number =>
  typeof value === 'number' && value >= 0 && Number.isFinite(value) ? value : 0;

/** Returns a value as text. Objects are excluded, because converting one can be made to throw. */
export const textOf = (value: unknown): string =>
  typeof value === 'object' || value === undefined ? '' : String(value);

/** Joins the texts of a list of blocks with line breaks. A plain text is returned unchanged. */
export function textOfBlocks(content: unknown, types: readonly string[] = ['text']): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .filter((block): block is Fields => isFields(block) && types.includes(textOf(block['type'])))
    .map(({ text }) => textOf(text))
    .join('\n');
}
