/**
 * Max UTF-8 bytes of a response, unless the caller sets another limit. Hosts cut longer ones, each in its own way. So a
 * longer output is also stored, has a notice, and is logged as `response.large`.
 */
export const RESPONSE_BYTES = 10_240;
