type Cell = string | number | null | undefined;

/** First characters that spreadsheets take for a formula (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

function toCell(value: Cell): string {
  if (typeof value === 'number') return String(value);
  const text = value ?? '';
  const inert = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/**
 * Formats rows as CSV (RFC 4180) with a header. A text that a spreadsheet would take for a formula gets a leading
 * apostrophe, because key names are untrusted input for whoever opens the file.
 */
export function toCsv<Name extends string>(
  names: readonly Name[],
  rows: readonly Readonly<Partial<Record<Name, Cell>>>[],
): string {
  const lines = [names.map(toCell), ...rows.map((row) => names.map((name) => toCell(row[name])))];
  return lines.map((cells) => `${cells.join(',')}\r\n`).join('');
}
