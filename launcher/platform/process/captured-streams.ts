import { cutToBytes } from '../text/cut-to-bytes.ts';
import { CappedBytes } from './capped-bytes.ts';

export interface CapturedStreams {
  readonly stdout: string;
  readonly stderr: string;
  readonly truncated: boolean;
}

export interface StreamCapture {
  stdout(chunk: Uint8Array): void;
  stderr(chunk: Uint8Array): void;
  /** Bytes received on both streams so far, including dropped ones. */
  readonly bytes: number;
  /** Both streams as text, together at most `cap` bytes of UTF-8. */
  streams(): CapturedStreams;
}

/**
 * Captures output, holding at most twice `cap` bytes. The rest is dropped. If both streams are large, stderr gets a
 * quarter of `cap`, since it says what went wrong. Each may use what the other leaves.
 */
export function captureStreams(cap: number): StreamCapture {
  const out = new CappedBytes(cap);
  const err = new CappedBytes(cap);
  return {
    stdout: (chunk) => out.push(chunk),
    stderr: (chunk) => err.push(chunk),
    get bytes() {
      return out.total + err.total;
    },
    streams: () => {
      const errText = err.text();
      const forErr = Math.min(Buffer.byteLength(errText), Math.floor(cap / 4));
      const stdout = cutToBytes(out.text(), cap - forErr);
      const stderr = cutToBytes(errText, cap - stdout.bytes);
      return { stdout: stdout.text, stderr: stderr.text, truncated: stdout.cut || stderr.cut };
    },
  };
}
