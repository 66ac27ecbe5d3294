/** Sums over the first results of hosts' own tools, which were measured but not changed. */
export interface Trial {
  /** Milliseconds since 1970. */
  readonly started: number;
  readonly results: number;
  /** Results that would have been shortened. */
  readonly shortened: number;
  /** Tokens of all of them. */
  readonly raw: number;
  /** Tokens that the model would have been shown. */
  readonly shown: number;
  /** Tokens that later requests would not have sent again, as far as is known. */
  readonly carried: number;
  /** Later results that showed a line which would have been left out. */
  readonly again: number;
}

/** A trial ends after so many results, or so many milliseconds, whichever comes first. */
export const TRIAL_RESULTS = 200;
export const TRIAL_MS: number = 3 * 24 * 60 * 60 * 1000;

/** True if enough was measured to decide. */
export function isOver({ results, started }: Trial, now: number): boolean {
  return results >= TRIAL_RESULTS || now - started >= TRIAL_MS;
}

/** Returns the results and the time left in a trial; `undefined` is one that has not begun. */
export function leftOf(trial: Trial | undefined): { readonly results: number; readonly until: number | undefined } {
  if (trial === undefined) return { results: TRIAL_RESULTS, until: undefined };
  return { results: Math.max(0, TRIAL_RESULTS - trial.results), until: trial.started + TRIAL_MS };
}
