/** Rows of one chunk. Chunks are never copied, so growing needs no extra memory. */
const CHUNK_ROWS = 128;

/**
 * A growing table of numbers. With four bytes each, integer sums are exact up to 16 million; with eight, for any
 * session.
 */
export class NumberRows {
  readonly #width: number;
  readonly #bytesEach: 4 | 8;
  readonly #chunks: (Float32Array | Float64Array)[] = [];
  #count = 0;

  constructor(width: number, bytesEach: 4 | 8 = 4) {
    this.#width = width;
    this.#bytesEach = bytesEach;
  }

  get count(): number {
    return this.#count;
  }

  get bytes(): number {
    return this.#chunks.length * CHUNK_ROWS * this.#width * this.#bytesEach;
  }

  /** Appends a row of zeros and returns its index. */
  append(): number {
    const length = CHUNK_ROWS * this.#width;
    if (this.#count % CHUNK_ROWS === 0) {
      this.#chunks.push(this.#bytesEach === 4 ? new Float32Array(length) : new Float64Array(length));
    }
    return this.#count++;
  }

  add(row: number, column: number, value: number): void {
    const chunk = this.#chunks[Math.floor(row / CHUNK_ROWS)] as Float32Array | Float64Array;
    const at = (row % CHUNK_ROWS) * this.#width + column;
    chunk[at] = (chunk[at] as number) + value;
  }

  get(row: number, column: number): number {
    const chunk = this.#chunks[Math.floor(row / CHUNK_ROWS)] as Float32Array | Float64Array;
    return chunk[(row % CHUNK_ROWS) * this.#width + column] as number;
  }
}
