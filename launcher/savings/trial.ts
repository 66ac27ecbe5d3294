/** Sums over the first results of hosts' own tools, which were measured but not changed. */
export interface Trial {
  /** Milliseconds since 1970. */
  readonly started: number;
  readonly results: number;
  /** Results that would have been shortened. */
  readonly shortened: number;
  /** Tokens of all results. */
  readonly raw: number;
  /** Tokens that the model would have been shown. */
  readonly shown: number;
  /** Tokens that later requests would not have sent again, as far as known. */
  readonly carried: number;
  /** Number of later results that showed a line again which would have been left out. */
  readonly again: number;
}

/** Limits of a trial, in results and in milliseconds. It ends at whichever comes first. */
export const TRIAL_RESULTS = 200;
export const TRIAL_MS: number = 3 * 24 * 60 * 60 * 1000;

/**
 * A timestamp before the first release. A clock that shows an earlier time is wrong, e.g. on a machine without a
 * battery.
 */
export const EARLIEST: number = Date.UTC(2025, 0, 1);

/** True if enough was measured to decide. */
export function isOver(trial: Trial, now: number): boolean {
  return trial.results >= TRIAL_RESULTS || now - startOf(trial, now) >= TRIAL_MS;
}

/** Replaces an implausible start by the current time. The next result corrects it. */
const startOf = ({ started }: Trial, now: number): number => (started < EARLIEST || started > now ? now : started);

/** Returns the results and the time left in a trial. Pass `undefined` for one that has not begun. */
export function leftOf(
  trial: Trial | undefined,
  now: number,
): { readonly results: number; readonly until: number | undefined } {
  if (trial === undefined) return { results: TRIAL_RESULTS, until: undefined };
  return { results: Math.max(0, TRIAL_RESULTS - trial.results), until: startOf(trial, now) + TRIAL_MS };
}
