import { CappedBytes } from '../../platform/process/capped-bytes.ts';
import { characters } from './character-column.ts';
import { binaryNotice } from './complaints.ts';
import type { OutputParser, SearchEvent } from './engine.ts';
import { withoutTerminator } from './line-terminator.ts';

const NUL = 0x00;
const NEWLINE = 0x0a;
const COLON = 0x3a;
/** Max bytes of a path. Far above any PATH_MAX. */
const HEAD_BYTES = 65_536;

/**
 * Parses `PATH NUL LINE : TEXT` of matches, `PATH NUL LINE - TEXT` of context, `--` between groups, and notices about
 * binary files. Paths are absolute, so none is mistaken for a notice. Holds at most `textBytes` of a line.
 */
export function parseRecords(
  textBytes: number,
  emit: (event: SearchEvent) => void,
  offsetOf: (text: string) => number | undefined,
): OutputParser {
  const parser = new RecordParser(textBytes, emit, offsetOf);
  return { push: (chunk) => parser.push(chunk), end: () => parser.end() };
}

class RecordParser {
  readonly #textBytes: number;
  readonly #emit: (event: SearchEvent) => void;
  readonly #offsetOf: (text: string) => number | undefined;
  // State of the record that is being read.
  #head = '';
  #path: Buffer | undefined;
  #digits = '';
  #isMatch: boolean | undefined;
  #text: CappedBytes;

  constructor(textBytes: number, emit: (event: SearchEvent) => void, offsetOf: (text: string) => number | undefined) {
    this.#textBytes = textBytes;
    this.#emit = emit;
    this.#offsetOf = offsetOf;
    this.#text = new CappedBytes(textBytes);
  }

  push(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length; ) {
      if (this.#path === undefined) at = this.#readHead(chunk, at);
      else if (this.#isMatch === undefined) at = this.#readNumber(chunk, at);
      else at = this.#readText(chunk, at, this.#path, this.#isMatch);
    }
  }

  end(): void {
    this.#takeNotice();
  }

  #readHead(chunk: Uint8Array, from: number): number {
    let at = from;
    while (at < chunk.length && chunk[at] !== NUL && chunk[at] !== NEWLINE) at++;
    this.#head += Buffer.from(chunk.subarray(from, at)).toString('latin1');
    if (this.#head.length > HEAD_BYTES) {
      this.#emit({ kind: 'skipped' });
      this.#head = '';
    }
    if (at === chunk.length) return at;
    if (chunk[at] === NUL) {
      this.#path = Buffer.from(this.#head, 'latin1');
      this.#head = '';
    } else if (this.#takeNotice()) this.#head = '';
    else this.#head += '\n'; // The newline is part of a file name.
    return at + 1;
  }

  /** If the head is grep's notice of a binary file, reports the file. Returns false if the head is not a notice. */
  #takeNotice(): boolean {
    if (this.#head === '--' || this.#head === '') return true;
    const binary = binaryNotice(this.#head);
    if (binary !== undefined) this.#emit({ kind: 'binary', path: binary });
    return binary !== undefined;
  }

  #readNumber(chunk: Uint8Array, from: number): number {
    let at = from;
    for (; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0;
      if (byte < 0x30 || byte > 0x39) {
        this.#isMatch = byte === COLON;
        return at + 1;
      }
      this.#digits += String.fromCharCode(byte);
    }
    return at;
  }

  #readText(chunk: Uint8Array, from: number, path: Buffer, isMatch: boolean): number {
    const at = chunk.indexOf(NEWLINE, from);
    this.#text.push(chunk.subarray(from, at < 0 ? chunk.length : at));
    if (at < 0) return chunk.length;
    const text = withoutTerminator(this.#text.text());
    const offset = isMatch ? this.#offsetOf(text) : undefined;
    const column = offset === undefined ? null : characters(text.slice(0, offset)) + 1;
    this.#emit({ kind: 'line', isMatch, path, line: Number(this.#digits), column, text, at: offset });
    this.#path = undefined;
    this.#isMatch = undefined;
    this.#digits = '';
    this.#text = new CappedBytes(this.#textBytes);
    return at + 1;
  }
}
