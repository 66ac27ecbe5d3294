import * as z from 'zod/mini';

// Needed because `Date.parse` reads "segment 5" as a day in 2001, and a time without a zone as local time.
const ISO = /^\d{4}(?:-\d\d(?:-(?<day>\d\d)(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?<zone>Z|[+-]\d\d:?\d\d)?)?)?)?$/;

/** Parses an ISO 8601 date or time, as UTC by default, to milliseconds since 1970; NaN for anything else. */
export function parseTimestamp(text: string): number {
  const found = ISO.exec(text);
  // Refuses a day that the month does not have, because `Date` would move it into the next month.
  if (found === null || Number(found.groups?.['day'] ?? 1) > daysOf(text)) return Number.NaN;
  const utc = text.length > 10 && found.groups?.['zone'] === undefined ? 'Z' : '';
  return Date.parse(`${text.replace(' ', 'T').replace(',', '.')}${utc}`);
}

/** Days in the month of an ISO 8601 date. */
function daysOf(text: string): number {
  return new Date(Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)), 0)).getUTCDate();
}

/** Schema of a timestamp that `parseTimestamp` accepts. */
export const timestamp: z.ZodMiniType<string> = z
  .string()
  .check(z.refine((text) => !Number.isNaN(parseTimestamp(text)), 'an ISO 8601 date or time')) as z.ZodMiniType<string>;
