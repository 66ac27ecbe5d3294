import { cutToChars } from '../text/cut-text.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { LABEL_CHARS, type ResponseItem } from './response-contract.ts';
import { toSeverity } from './severity.ts';

/** Reads a field of any value; undefined if it cannot be read. */
export function fieldOf(item: unknown, name: PropertyKey): unknown {
  try {
    return (item as Readonly<Record<PropertyKey, unknown>> | null | undefined)?.[name];
  } catch {
    return undefined;
  }
}

/** Formats a value as one line of at most 50 units. */
export function toLabel(value: unknown): string {
  const line = toText(value)
    .slice(0, 1000)
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return cutToChars((line as unknown as { toWellFormed(): string }).toWellFormed(), LABEL_CHARS);
}

/** Makes a list item: id, label, and the severity if it is known. */
export function toItem(id: unknown, label: unknown, severity?: unknown): ResponseItem {
  const known = toSeverity(severity);
  return {
    id: cutToChars(toText(id), DEFAULT_LIMITS.maxStringLength),
    label: toLabel(label),
    ...(known !== undefined && { severity: known }),
  };
}

function toText(value: unknown): string {
  try {
    return value === undefined || value === null ? '' : String(value);
  } catch {
    return '[unreadable]';
  }
}
