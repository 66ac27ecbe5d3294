const LF = 10;
const CR = 13;
const NOTHING = Buffer.alloc(0);

/**
 * Extracts lines `first..last` (1-based, inclusive) from a sequence of chunks. Lines end with LF, CRLF or a lone CR, as
 * in the engine, so that the line numbers in a gap's marker can be read back. No chunk may end inside a CRLF.
 */
export class LineScanner {
  readonly #first: number;
  readonly #last: number;
  #line = 1;
  #openEnd = false;

  constructor(first: number, last: number) {
    this.#first = first;
    this.#last = last;
  }

  /** True once the range has passed, so that no more input is needed. */
  get done(): boolean {
    return this.#line > this.#last;
  }

  /** Number of lines so far; at the end of the file, its total. */
  get lineCount(): number {
    return this.#line - (this.#openEnd ? 0 : 1);
  }

  /** Returns the part of the chunk that is inside the range. */
  take(chunk: Buffer): Buffer {
    let from = this.#line >= this.#first ? 0 : chunk.length;
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i];
      if (byte !== LF && (byte !== CR || chunk[i + 1] === LF)) continue;
      this.#line++;
      if (this.#line === this.#first) from = i + 1;
      if (this.done) {
        this.#openEnd = false;
        return chunk.subarray(from, i + 1);
      }
    }
    const end = chunk[chunk.length - 1];
    if (chunk.length > 0) this.#openEnd = end !== LF && end !== CR;
    return from < chunk.length ? chunk.subarray(from) : NOTHING;
  }
}
