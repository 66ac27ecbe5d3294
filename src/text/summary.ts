import { cutToChars } from './cut-text.ts';

/** Max UTF-16 units of a summary (INV-MCP-RESP-006). */
export const SUMMARY_CHARS = 100;

/** Turns a text into a summary: one line, at most 100 characters, never empty. */
export function toSummary(text: string): string {
  const line = text
    .slice(0, 2000)
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  const formed = (line as unknown as { toWellFormed(): string }).toWellFormed();
  return cutToChars(formed, SUMMARY_CHARS) || 'no summary';
}

export interface Counted {
  readonly count: number;
  /** Counts in display order; zeros are left out. */
  readonly bySeverity?: Readonly<Record<string, number>> | undefined;
}

/** `Found bugs: 15 total (3 critical, 12 low)`, or `Found bugs: 15 items`. */
export function createSummary(action: string, { count, bySeverity }: Counted): string {
  const parts = Object.entries(bySeverity ?? {})
    .filter(([, n]) => n > 0)
    .map(([name, n]) => `${n} ${name}`);
  const counts = parts.length > 0 ? `${count} total (${parts.join(', ')})` : `${count} items`;
  // The counts matter most, so a long action is cut.
  const room = SUMMARY_CHARS - counts.length - 2;
  return toSummary(room < 4 ? counts : `${cutToChars(toSummary(action), room)}: ${counts}`);
}
