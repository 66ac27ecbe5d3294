/** What a request may ask for, beyond its size in bytes. */
export interface WireLimits {
  /** Longest question in UTF-16 units; a longer one is answered 200 with the text unchanged and `error_msg`. */
  readonly questionChars: number;
  /** Most lines of a text; one with more is answered 200 unchanged, with `error_msg`: every line has its cost. */
  readonly lines: number;
  /** Most documents of dialect B; more is 413. */
  readonly documents: number;
  /** Most words that dialect B preserves; more is 413. */
  readonly preservedWords: number;
  /** Most items of a batch; more is 413. */
  readonly batchItems: number;
  /** Most steps of a `context`, and the UTF-8 bytes of its text; more is 413. */
  readonly sessionSteps: number;
  readonly sessionBytes: number;
}

/** 32 Ki characters are about the 8,192 tokens that upstream's model takes; 50 documents are what its provider sends. */
export const DEFAULT_WIRE_LIMITS: WireLimits = {
  questionChars: 32_768,
  lines: 500_000,
  documents: 50,
  preservedWords: 1000,
  batchItems: 50,
  sessionSteps: 64,
  sessionBytes: 262_144,
};
