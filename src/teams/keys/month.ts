interface Month {
  readonly name: string;
  /** Milliseconds since 1970; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
}

let latest: Month | undefined;

/** The calendar month (UTC) of a time in milliseconds since 1970, as `2026-11`. */
export function monthOf(at: number): string {
  // Cached, because formatting a date takes longer than the rest of authentication.
  if (latest === undefined || !(at >= latest.from && at < latest.to)) latest = toMonth(new Date(at));
  return latest.name;
}

function toMonth(date: Date): Month {
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return { name: date.toISOString().slice(0, 7), from: Date.UTC(year, month), to: Date.UTC(year, month + 1) };
}

/** Whole seconds, at least 1, until the next calendar month (UTC) begins. */
export function secondsToNextMonth(at: number): number {
  const date = new Date(at);
  const next = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
  return Math.max(1, Math.ceil((next - at) / 1000));
}
