/** A pattern that is not understood, or too large. The message says what is allowed. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
}
