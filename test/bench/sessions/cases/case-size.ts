/** Min UTF-16 units of a result. Shorter ones need no pruning. */
export const MIN_CHARS = 2500;
