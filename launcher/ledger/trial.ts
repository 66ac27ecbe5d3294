/** What was measured of results of hosts' own tools since they were first measured. Nothing of it was done. */
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

/** What is still to come of a trial; one that has not begun is undefined. */
export function leftOf(trial: Trial | undefined): { readonly results: number; readonly until: number | undefined } {
  if (trial === undefined) return { results: TRIAL_RESULTS, until: undefined };
  return { results: Math.max(0, TRIAL_RESULTS - trial.results), until: trial.started + TRIAL_MS };
}
