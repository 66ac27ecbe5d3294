/**
 * How to treat a remote pruner's text that does not consist of the request's own lines. `strict` makes it
 * `invalid_response`; `mark` passes it on with `verbatim: false`.
 */
export const VERIFY = ['mark', 'strict'] as const;
export type Verify = (typeof VERIFY)[number];
