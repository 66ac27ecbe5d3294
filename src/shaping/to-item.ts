import { cutToChars } from './cut-text.ts';
import { LABEL_CHARS, type ResponseItem } from './response-contract.ts';
import { toSeverity } from './severity.ts';

/** One line of at most 50 units. */
export function toLabel(value: unknown): string {
  const text = typeof value === 'string' ? value : value === undefined || value === null ? '' : String(value);
  const line = text
    .slice(0, 1000)
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return cutToChars((line as unknown as { toWellFormed(): string }).toWellFormed(), LABEL_CHARS);
}

/** An item of a list: its id, its label, and its severity where it has one that is known. */
export function toItem(id: unknown, label: unknown, severity?: unknown): ResponseItem {
  const known = toSeverity(severity);
  return { id: String(id), label: toLabel(label), ...(known !== undefined && { severity: known }) };
}
