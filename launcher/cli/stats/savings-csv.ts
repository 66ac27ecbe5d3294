import { netOf, type Savings } from '../../savings/savings.ts';

const COLUMNS = [
  'day',
  'project',
  'tool',
  'shadow',
  'calls',
  'asked',
  'raw',
  'shown',
  'fetched',
  'definitions',
  'carried',
  'written',
] as const;

/**
 * Formats rows as CSV (RFC 4180) with a header. A leading quote keeps spreadsheets from running a cell as a formula.
 */
export function savingsCsv(rows: readonly Savings[]): string {
  const lines = rows.map((row) => [...COLUMNS.map((name) => row[name]), netOf(row)].map(cell).join(','));
  return `${[[...COLUMNS, 'net'].join(','), ...lines].join('\r\n')}\r\n`;
}

function cell(value: string | number | boolean): string {
  if (typeof value !== 'string') return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
