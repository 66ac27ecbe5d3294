/** Rows of one chunk: chunks are never copied, so growing takes no more memory than the rows themselves. */
const CHUNK_ROWS = 128;

/** A growing table of numbers, four bytes each; sums of tokens and lines of a session are exact up to 16 million. */
export class NumberRows {
  readonly #width: number;
  readonly #chunks: Float32Array[] = [];
  #count = 0;

  constructor(width: number) {
    this.#width = width;
  }

  get count(): number {
    return this.#count;
  }

  get bytes(): number {
    return this.#chunks.length * CHUNK_ROWS * this.#width * Float32Array.BYTES_PER_ELEMENT;
  }

  /** Appends a row of zeros and returns its number. */
  append(): number {
    if (this.#count % CHUNK_ROWS === 0) this.#chunks.push(new Float32Array(CHUNK_ROWS * this.#width));
    return this.#count++;
  }

  add(row: number, column: number, value: number): void {
    const chunk = this.#chunks[Math.floor(row / CHUNK_ROWS)] as Float32Array;
    const at = (row % CHUNK_ROWS) * this.#width + column;
    chunk[at] = (chunk[at] as number) + value;
  }

  get(row: number, column: number): number {
    const chunk = this.#chunks[Math.floor(row / CHUNK_ROWS)] as Float32Array;
    return chunk[(row % CHUNK_ROWS) * this.#width + column] as number;
  }
}
