/** Counts the tokens of a text: an integer, 0 for the empty text. Never throws; deterministic. */
export type CountTokens = (text: string) => number;

/** Loads the counter. Callers await it once when they need counts, so startup does not pay for the table. */
export type LoadTokenCounter = () => Promise<CountTokens>;
