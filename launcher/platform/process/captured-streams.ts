import { cutToBytes } from '../text/cut-to-bytes.ts';
import { type OtherEncoding, otherEncoding } from '../text/text-encoding.ts';
import { CappedBytes } from './capped-bytes.ts';

/** Max bytes of the line that replaces the left-out part. */
const GAP_BYTES = 100;
/** Min bytes for an end to be worth showing beside the beginning. */
const MIN_BYTES = 400;

/** A stream as text, cut to a number of UTF-8 bytes. */
interface ShownStream {
  readonly text: string;
  readonly cut: boolean;
}

/** Keeps the first `cap` bytes of a stream and the last `cap / 2` bytes. Counts all bytes. */
class StreamEnds {
  readonly #head: CappedBytes;
  readonly #tail: LastBytes;

  constructor(cap: number) {
    this.#head = new CappedBytes(cap);
    this.#tail = new LastBytes(Math.ceil(cap / 2));
  }

  /** Bytes received so far, including dropped ones. */
  get total(): number {
    return this.#head.total;
  }

  push(chunk: Uint8Array): void {
    this.#tail.push(this.#head.push(chunk));
  }

  /** The encoding of the beginning. */
  encoding(): Promise<OtherEncoding | undefined> {
    const { buffer, byteOffset, length } = this.#head.bytes();
    return otherEncoding(Buffer.from(buffer, byteOffset, length), { isCut: this.#tail.total > 0 });
  }

  /**
   * Returns the full text if it fits into `limit` bytes, which is at most `cap`. Otherwise returns the beginning, a
   * line that says how much is left out, and the end, which shows how a command ended.
   */
  show(limit: number, encoding?: string): ShownStream {
    const head = this.#head.text(encoding);
    const all = this.#tail.total === 0 ? cutToBytes(head, limit) : { ...cutToBytes(head, limit), cut: true };
    if (!all.cut || limit < MIN_BYTES) return all;
    const half = Math.floor((limit - GAP_BYTES) / 2);
    const first = wholeLines(cutToBytes(head, half).text);
    const kept = Buffer.concat([this.#head.bytes(), ...this.#tail.bytes()]);
    const last = lastLines(kept, this.total - kept.length, half, encoding);
    const left = Math.max(1, this.total - bytesOf(first) - bytesOf(last));
    const about = encoding !== undefined || `${first}${last}`.includes(INVALID) ? 'about ' : '';
    const gap = `[${about}${left} bytes are left out here; lines below are numbered without them]`;
    return { text: `${first}${first.endsWith('\n') ? '' : '\n'}${gap}\n${last}`, cut: true };
  }
}

/** Keeps the last `size` bytes of a stream. */
class LastBytes {
  readonly #size: number;
  /** A ring: the next byte goes to `total` modulo its size. */
  #ring = new Uint8Array(0);
  #total = 0;

  constructor(size: number) {
    this.#size = size;
  }

  get total(): number {
    return this.#total;
  }

  push(chunk: Uint8Array): void {
    if (chunk.length === 0) return;
    if (this.#ring.length === 0) this.#ring = new Uint8Array(this.#size);
    const last = chunk.subarray(Math.max(0, chunk.length - this.#size));
    const at = (this.#total + chunk.length - last.length) % this.#size;
    const fits = Math.min(last.length, this.#size - at);
    this.#ring.set(last.subarray(0, fits), at);
    this.#ring.set(last.subarray(fits), 0);
    this.#total += chunk.length;
  }

  /** The kept bytes, in two parts. */
  bytes(): readonly Uint8Array[] {
    if (this.#total <= this.#size) return [this.#ring.subarray(0, this.#total)];
    const at = this.#total % this.#size;
    return [this.#ring.subarray(at), this.#ring.subarray(0, at)];
  }
}

/** Stands for a byte of invalid UTF-8. */
const INVALID = '\ufffd';

/** Returns the approximate number of bytes that a text was decoded from. It is exact if all bytes were valid. */
const bytesOf = (text: string): number => Buffer.byteLength(text) - 2 * (text.split(INVALID).length - 1);

/** Drops an incomplete last line, unless it is most of the text. */
function wholeLines(text: string): string {
  const end = text.lastIndexOf('\n') + 1;
  return end > text.length / 2 ? text.slice(0, end) : text;
}

/**
 * Returns the last lines that fit into `limit` UTF-8 bytes, or the end of the last line if that is too long. `dropped`
 * bytes of the stream are missing before them.
 */
function lastLines(bytes: Buffer, dropped: number, limit: number, encoding = 'utf-8'): string {
  let from = Math.max(0, bytes.length - limit);
  const line = bytes.indexOf('\n', from - 1) + 1;
  if (from > 0 && line > 0 && line < bytes.length - limit / 2) from = line;
  if (encoding.startsWith('utf-16')) from += (dropped + from) % 2;
  // Bytes 10xxxxxx continue a character.
  while (encoding === 'utf-8' && ((bytes[from] as number) & 0xc0) === 0x80) from++;
  return lastOf(new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes.subarray(from)), limit);
}

/** Drops characters from the beginning until the text fits. Invalid bytes take more room as U+FFFD. */
function lastOf(text: string, limit: number): string {
  const excess = Buffer.byteLength(text) - limit;
  return excess <= 0 ? text : lastOf(text.slice(Math.ceil(excess / 3)), limit);
}

export interface CapturedStreams {
  readonly stdout: string;
  readonly stderr: string;
  readonly truncated: boolean;
  /** Notes for a reader of streams that are not UTF-8. */
  readonly notes: readonly string[];
}

/**
 * Captures output, holding at most three times `cap` bytes. It keeps the beginning and the end of a longer stream. If
 * both streams are large, stderr gets a quarter of `cap`, since it explains errors. Each stream may also use the room
 * that the other leaves.
 */
export function captureStreams(cap: number) {
  const out = new StreamEnds(cap);
  const err = new StreamEnds(cap);
  return {
    stdout: (chunk: Uint8Array): void => out.push(chunk),
    stderr: (chunk: Uint8Array): void => err.push(chunk),
    /** Bytes received on both streams so far, including dropped ones. */
    get bytes(): number {
      return out.total + err.total;
    },
    /** Both streams as text, together at most `cap` bytes of UTF-8. */
    streams: async (): Promise<CapturedStreams> => {
      const [ofOut, ofErr] = [await out.encoding(), await err.encoding()];
      const forErr = Buffer.byteLength(err.show(Math.floor(cap / 4), ofErr?.name).text);
      const stdout = out.show(cap - forErr, ofOut?.name);
      const stderr = err.show(cap - Buffer.byteLength(stdout.text), ofErr?.name);
      const notes = [...new Set([ofOut?.note, ofErr?.note])].filter((note) => note !== undefined);
      return { stdout: stdout.text, stderr: stderr.text, truncated: stdout.cut || stderr.cut, notes };
    },
  };
}
