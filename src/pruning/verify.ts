/**
 * What becomes of a remote pruner's text that is not made of the request's own lines: `strict` makes it
 * `invalid_response`, `mark` lets it through with `verbatim: false`.
 */
export const VERIFY = ['mark', 'strict'] as const;
export type Verify = (typeof VERIFY)[number];
