/** A long source. The test that runs the kit writes the real one in place of this file. */
export const LONG_SOURCE: string = '';
