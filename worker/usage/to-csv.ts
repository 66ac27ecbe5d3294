type Cell = string | number | null | undefined;

/** What spreadsheets take for the beginning of a formula (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

function toCell(value: Cell): string {
  if (typeof value === 'number') return String(value);
  const text = value ?? '';
  const inert = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/**
 * Rows as CSV (RFC 4180) under a header of their names. A text that a spreadsheet would take for a formula begins with
 * an apostrophe: whoever names a key must not compute on the desk of whoever reads the bill.
 */
export function toCsv<Name extends string>(
  names: readonly Name[],
  rows: readonly Readonly<Partial<Record<Name, Cell>>>[],
): string {
  const lines = [names.map(toCell), ...rows.map((row) => names.map((name) => toCell(row[name])))];
  return lines.map((cells) => `${cells.join(',')}\r\n`).join('');
}
