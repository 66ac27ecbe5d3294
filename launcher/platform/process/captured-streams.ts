import { StreamEnds } from './stream-ends.ts';

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
 * Captures output, holding at most three times `cap` bytes. It keeps the beginning and the end of a longer stream. If
 * both streams are large, stderr gets a quarter of `cap`, since it explains errors. Each stream may also use the room
 * that the other leaves.
 */
export function captureStreams(cap: number): StreamCapture {
  const out = new StreamEnds(cap);
  const err = new StreamEnds(cap);
  return {
    stdout: (chunk) => out.push(chunk),
    stderr: (chunk) => err.push(chunk),
    get bytes() {
      return out.total + err.total;
    },
    streams: () => {
      const forErr = Buffer.byteLength(err.show(Math.floor(cap / 4)).text);
      const stdout = out.show(cap - forErr);
      const stderr = err.show(cap - Buffer.byteLength(stdout.text));
      return { stdout: stdout.text, stderr: stderr.text, truncated: stdout.cut || stderr.cut };
    },
  };
}
