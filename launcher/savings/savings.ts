/** Tokens (o200k) by day, project and tool. With `shadow`, they are what they would have been. */
export interface Savings {
  /** Local date, YYYY-MM-DD. */
  readonly day: string;
  /** The root's real path. */
  readonly project: string;
  /** Name of the tool; `''` for definitions. */
  readonly tool: string;
  readonly shadow: boolean;
  /** Number of calls; for definitions, of sessions. */
  readonly calls: number;
  /** Number of calls with a question. */
  readonly asked: number;
  /** Tokens that the model would have been shown without us. */
  readonly raw: number;
  /** Tokens that it was shown. */
  readonly shown: number;
  /** Tokens shown because something had been left out: artifacts, and files read again. */
  readonly fetched: number;
  /** Tokens of our definitions at the start of a session. */
  readonly definitions: number;
  /**
   * Tokens that later requests of the same sessions did not send again, minus those that they sent again because of us.
   * Counted as far as the transcripts show it.
   */
  readonly carried: number;
  /** Tokens that the model wrote because of us: questions, and calls that read text back. */
  readonly written: number;
}

export type SavingsSums = Pick<
  Savings,
  'calls' | 'asked' | 'raw' | 'shown' | 'fetched' | 'definitions' | 'carried' | 'written'
>;

/** Tool name of the rows for definitions. */
export const DEFINITIONS = '';

/** Returns the tokens saved minus all costs. May be negative. */
export const netOf = ({ raw, shown, fetched, definitions }: SavingsSums): number => raw - shown - fetched - definitions;

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
