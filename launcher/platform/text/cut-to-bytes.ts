const encoder = new TextEncoder();

export interface Cut {
  readonly text: string;
  /** UTF-8 bytes of `text`. */
  readonly bytes: number;
  readonly cut: boolean;
}

/** Returns the longest prefix of `text` whose UTF-8 form fits into `limit` bytes. Never splits a character. */
export function cutToBytes(text: string, limit: number): Cut {
  const room = new Uint8Array(Math.min(limit, text.length * 3));
  const { read, written } = encoder.encodeInto(text, room);
  return read === text.length
    ? { text, bytes: written, cut: false }
    : { text: text.slice(0, read), bytes: written, cut: true };
}
