/** The number of tokens in a text: an integer, 0 for the empty text. Never throws, and is deterministic. */
export type CountTokens = (text: string) => number;

/** Hands out the counter; whoever needs counts awaits it once, so that starting up does not pay for the table. */
export type LoadTokenCounter = () => Promise<CountTokens>;
