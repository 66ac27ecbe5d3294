/** Limits of a request, besides its size in bytes. */
export interface RequestLimits {
  /** Max UTF-16 units of a question. A longer one is answered 200 with the text unchanged and `error_msg`. */
  readonly questionChars: number;
  /**
   * Max lines of a text, because each line has a cost. A text with more is answered 200 unchanged, with `error_msg`.
   */
  readonly lines: number;
  /** Max documents of dialect B; more is 413. */
  readonly documents: number;
  /** Max words that dialect B preserves; more is 413. */
  readonly preservedWords: number;
  /** Max steps of a `context`, and max UTF-8 bytes of its text; more is 413. */
  readonly sessionSteps: number;
  readonly sessionBytes: number;
}

/** 32 Ki characters are about the 8,192 tokens that upstream's model takes; its provider sends 50 documents. */
export const DEFAULT_WIRE_LIMITS: RequestLimits = {
  questionChars: 32_768,
  lines: 500_000,
  documents: 50,
  preservedWords: 1000,
  sessionSteps: 64,
  sessionBytes: 262_144,
};
