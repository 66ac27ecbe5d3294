/** Upper bound of the tokens of a marker line, and of a mark in a cut line. */
export const MARKER_TOKENS = { plain: 7, ranges: 13, cuts: 17 } as const;

/** Typical tokens of the same, which budgets count. */
export const USUAL_MARKER_TOKENS = { plain: 5.3, ranges: 11, cuts: 14 } as const;
