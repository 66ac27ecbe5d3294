/** What a request may ask for, beyond its size in bytes. */
export interface WireLimits {
  /** Longest question in UTF-16 units; a longer one is answered 200 with the text unchanged and `error_msg`. */
  readonly questionChars: number;
  /** Most documents of dialect B; more is 413. */
  readonly documents: number;
  /** Most items of a batch; more is 413. */
  readonly batchItems: number;
}

/** 32 Ki characters are about the 8,192 tokens that upstream's model takes; 50 documents are what its provider sends. */
export const DEFAULT_WIRE_LIMITS: WireLimits = { questionChars: 32_768, documents: 50, batchItems: 50 };
