/**
 * Max UTF-8 bytes of a response, unless something else is asked for. Hosts cut longer ones, each in its own way, so a
 * longer output is also stored, told in a notice, and logged as `response.large`.
 */
export const RESPONSE_BYTES = 10_240;
