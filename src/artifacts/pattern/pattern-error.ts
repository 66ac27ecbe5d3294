/** A pattern that is not supported, or too large. The message says what is allowed. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
}
