import { createLineSplitter } from '../../../src/sessions/line-splitter.ts';
import { redactConfigured } from '../config/redact-configured.ts';
import type { StdioServerConfig } from '../config/server-config.ts';

/** Bytes of stderr that are kept for messages. */
const KEPT_BYTES = 4096;
/** Bytes of a line that is handed on; of a longer one nothing is. */
const MAX_LINE_BYTES = 8192;

/** A key in PEM stands on several lines, which one by one look like nothing. */
const KEY_BEGINS = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;
const KEY_ENDS = /-----END [A-Z ]*PRIVATE KEY-----/;
/** A key that never ends hides no more. */
const MAX_KEY_LINES = 200;

export interface StderrTail {
  push(chunk: Uint8Array): void;
  /** Nothing more is printed. */
  end(): void;
  /** What was printed last, without secrets in known formats and without values of the server's own configuration. */
  text(): string;
}

/** Keeps the end of what a child prints on stderr: mostly it is all that tells why it does not run. Hands on each line. */
export function createStderrTail(
  config: Pick<StdioServerConfig, 'env' | 'args'>,
  onLine: (line: string) => void = () => {},
): StderrTail {
  const redact = redactConfigured({ transport: 'stdio', ...config });
  const lines = createLineSplitter(MAX_LINE_BYTES, MAX_LINE_BYTES);
  /** Lines of a key that may still come. */
  let keyLines = 0;
  const tell = (line: string | undefined): void => {
    const begins = line !== undefined && KEY_BEGINS.test(line);
    if (begins) onLine('[redacted:private-key]');
    const hidden = begins || keyLines > 0;
    const ends = line !== undefined && KEY_ENDS.test(line);
    keyLines = ends ? 0 : begins ? MAX_KEY_LINES : Math.max(0, keyLines - 1);
    if (!hidden) onLine(line === undefined ? '[a line too long]' : redact(line));
  };
  let kept = Buffer.alloc(0);
  let cut = false;
  return {
    push(chunk) {
      const all = Buffer.concat([kept, chunk]);
      cut ||= all.length > KEPT_BYTES;
      kept = Buffer.from(all.subarray(-KEPT_BYTES));
      for (const line of lines.split(chunk)) tell(line);
    },
    end() {
      const rest = lines.end();
      if (rest !== '') tell(rest);
    },
    text() {
      const text = kept.toString('utf8');
      // A line whose beginning is gone may be the rest of a secret that nobody knows again.
      const whole = cut ? text.slice(text.indexOf('\n') + 1) : text;
      return redact(whole).trim();
    },
  };
}
