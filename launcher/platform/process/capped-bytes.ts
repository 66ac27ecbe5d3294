/** Extra bytes to keep after a cut, to decide whether UTF-8's last character is complete. */
const SLACK = 4;

/** Keeps the first `cap` bytes of a stream, plus a few to decode the last character. Counts all of them. */
export class CappedBytes {
  #kept: Uint8Array = new Uint8Array(0);
  #length = 0;
  #total = 0;
  readonly #most: number;

  constructor(cap: number) {
    this.#most = cap + SLACK;
  }

  /** Bytes received so far, including dropped ones. */
  get total(): number {
    return this.#total;
  }

  /** Returns the part of the chunk that is not kept. */
  push(chunk: Uint8Array): Uint8Array {
    this.#total += chunk.length;
    const part = chunk.subarray(0, this.#most - this.#length);
    if (part.length === 0) return chunk;
    const length = this.#length + part.length;
    if (length > this.#kept.length) {
      const grown = new Uint8Array(Math.min(this.#most, Math.max(length, this.#kept.length * 2)));
      grown.set(this.#kept.subarray(0, this.#length));
      this.#kept = grown;
    }
    this.#kept.set(part, this.#length);
    this.#length = length;
    return chunk.subarray(part.length);
  }

  /** The kept bytes. They change with the next `push`. */
  bytes(): Uint8Array {
    return this.#kept.subarray(0, this.#length);
  }

  /**
   * Decodes the kept bytes, with U+FFFD for invalid ones. Of UTF-8, the text never takes fewer bytes than were received,
   * so cutting it at `cap` still works.
   */
  text(encoding = 'utf-8'): string {
    return new TextDecoder(encoding, { ignoreBOM: encoding === 'utf-8' }).decode(this.bytes());
  }
}
