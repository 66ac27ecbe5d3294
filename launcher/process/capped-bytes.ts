/** UTF-8 needs at most this many bytes beyond a cut to tell whether a character was complete. */
const SLACK = 4;

/** Keeps the first `cap` bytes of a stream, and a few more to decode the last character by; counts the rest. */
export class CappedBytes {
  #kept: Uint8Array = new Uint8Array(0);
  #length = 0;
  #total = 0;
  readonly #most: number;

  constructor(cap: number) {
    this.#most = cap + SLACK;
  }

  /** Bytes that went by, kept or not. */
  get total(): number {
    return this.#total;
  }

  push(chunk: Uint8Array): void {
    this.#total += chunk.length;
    const part = chunk.subarray(0, this.#most - this.#length);
    if (part.length === 0) return;
    const length = this.#length + part.length;
    if (length > this.#kept.length) {
      const grown = new Uint8Array(Math.min(this.#most, Math.max(length, this.#kept.length * 2)));
      grown.set(this.#kept.subarray(0, this.#length));
      this.#kept = grown;
    }
    this.#kept.set(part, this.#length);
    this.#length = length;
  }

  /** What was kept, with U+FFFD for bytes that are not UTF-8. Never fewer bytes than came in, so a cut at `cap` holds. */
  text(): string {
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(this.#kept.subarray(0, this.#length));
  }
}
