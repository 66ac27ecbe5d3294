/** Tokens (o200k) of a day, a project and a tool; with `shadow`, what they would have been. */
export interface Savings {
  /** Local date, YYYY-MM-DD. */
  readonly day: string;
  /** The root's real path. */
  readonly project: string;
  /** `''` for definitions. */
  readonly tool: string;
  readonly shadow: boolean;
  /** For definitions, the sessions. */
  readonly calls: number;
  /** Calls with a question. */
  readonly asked: number;
  /** What the model would have been shown without us. */
  readonly raw: number;
  /** What it was shown. */
  readonly shown: number;
  /** What it was shown because something had been left out: artifacts, and files read again. */
  readonly fetched: number;
  /** What our definitions take at the start of a session. */
  readonly definitions: number;
  /**
   * Tokens that later requests of the same sessions did not send again, less those that they sent again because we are
   * there. Counted as far as a session's record tells.
   */
  readonly carried: number;
  /** Tokens that the model wrote because we are there: questions, and calls that fetched something back. */
  readonly written: number;
}

export type SavingsSums = Pick<
  Savings,
  'calls' | 'asked' | 'raw' | 'shown' | 'fetched' | 'definitions' | 'carried' | 'written'
>;

/** The tool that a row of definitions stands under. */
export const DEFINITIONS = '';

/** Tokens saved, less all that it cost: may be below zero. */
export function netOf({ raw, shown, fetched, definitions }: SavingsSums): number {
  return raw - shown - fetched - definitions;
}

export const NOTHING: SavingsSums = {
  calls: 0,
  asked: 0,
  raw: 0,
  shown: 0,
  fetched: 0,
  definitions: 0,
  carried: 0,
  written: 0,
};

export function addSavings(a: SavingsSums, b: SavingsSums): SavingsSums {
  return {
    calls: a.calls + b.calls,
    asked: a.asked + b.asked,
    raw: a.raw + b.raw,
    shown: a.shown + b.shown,
    fetched: a.fetched + b.fetched,
    definitions: a.definitions + b.definitions,
    carried: a.carried + b.carried,
    written: a.written + b.written,
  };
}
