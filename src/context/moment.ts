import * as z from 'zod/mini';

// Of `Date.parse` alone "segment 5" is a day in 2001, and a time without a zone is that of wherever this runs.
const ISO = /^\d{4}(?:-\d\d(?:-(?<day>\d\d)(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?<zone>Z|[+-]\d\d:?\d\d)?)?)?)?$/;

/** Milliseconds since 1970 of an ISO 8601 date or time, UTC where it names no zone; NaN for anything else. */
export function parseMoment(text: string): number {
  const found = ISO.exec(text);
  // A day that a month has not is taken for one of the next.
  if (found === null || Number(found.groups?.['day'] ?? 1) > daysOf(text)) return Number.NaN;
  const utc = text.length > 10 && found.groups?.['zone'] === undefined ? 'Z' : '';
  return Date.parse(`${text.replace(' ', 'T').replace(',', '.')}${utc}`);
}

/** Days of the month that an ISO 8601 date begins with. */
function daysOf(text: string): number {
  return new Date(Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)), 0)).getUTCDate();
}

/** A moment as `parseMoment` reads it. */
export const moment: z.ZodMiniType<string> = z
  .string()
  .check(z.refine((text) => !Number.isNaN(parseMoment(text)), 'an ISO 8601 date or time')) as z.ZodMiniType<string>;
