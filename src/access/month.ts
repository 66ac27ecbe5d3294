/** The calendar month (UTC) of a time in milliseconds since 1970, as `2026-11`. */
export function monthOf(at: number): string {
  return new Date(at).toISOString().slice(0, 7);
}

/** Whole seconds, at least 1, until the next calendar month (UTC) begins. */
export function secondsToNextMonth(at: number): number {
  const date = new Date(at);
  const next = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
  return Math.max(1, Math.ceil((next - at) / 1000));
}
