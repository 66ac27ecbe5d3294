import { UsageError } from '../../../launcher/cli/command.ts';
import type { VerdictOptions } from './verdict.ts';

/** Returns an option's value as an integer, or `fallback`. Throws a `UsageError` for anything else. */
export function integerOf(given: VerdictOptions, name: string, fallback: number, min: number, max: number): number {
  const value = given[name];
  if (value === undefined) return fallback;
  const number = /^\d+$/.test(String(value)) ? Number(value) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new UsageError(`cannot use --${name} "${String(value)}": expected an integer from ${min} to ${max}`);
}

const DAY_MS = 86_400_000;

/**
 * Returns an option's time, given as an ISO 8601 date or as days before `now` such as `30d`. Throws a `UsageError` for
 * anything else.
 */
export function timeOf(given: VerdictOptions, name: string, now: number): Date | undefined {
  const value = given[name];
  if (value === undefined) return undefined;
  const days = /^(\d{1,5})d$/.exec(String(value))?.[1];
  const time = days === undefined ? dateOf(String(value)) : now - Number(days) * DAY_MS;
  if (!Number.isNaN(time)) return new Date(time);
  throw new UsageError(
    `cannot use --${name} "${String(value)}": expected a date such as 2026-10-31, or days such as 30d`,
  );
}

function dateOf(value: string): number {
  const [, day] = /^(\d{4}-\d\d-\d\d)(?:T[\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?$/.exec(value) ?? [];
  if (day === undefined) return Number.NaN;
  // `Date` turns a day that a month does not have into a day of the next month, so refuse it.
  const start = new Date(day);
  return Number.isNaN(start.getTime()) || start.toISOString().slice(0, 10) !== day ? Number.NaN : Date.parse(value);
}
