import { createLineSplitter } from '../../../../src/transcripts/line-splitter.ts';
import { redactConfigured } from '../../config/redact-configured.ts';
import type { StdioServerConfig } from '../../config/server-config.ts';

/** Bytes of stderr to keep for error messages. */
const KEPT_BYTES = 4096;
/** Max bytes of a line to pass on. Longer lines are replaced by a note. */
const MAX_LINE_BYTES = 8192;

/** A PEM key spans several lines, which individually look harmless. */
const KEY_BEGINS = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;
const KEY_ENDS = /-----END [A-Z ]*PRIVATE KEY-----/;
/** Max lines to hide after the start of a key, in case its end never comes. */
const MAX_KEY_LINES = 200;

export interface StderrTail {
  push(chunk: Uint8Array): void;
  /** Call when nothing more will be printed. */
  end(): void;
  /** Returns the last output, without secrets in known formats and without values of the server's configuration. */
  text(): string;
}

/** Keeps the end of a child's stderr, which is often the only explanation of a failure. Passes on each line. */
export function createStderrTail(
  config: Pick<StdioServerConfig, 'env' | 'args'>,
  onLine: (line: string) => void = () => {},
): StderrTail {
  const redact = redactConfigured({ transport: 'stdio', ...config });
  const lines = createLineSplitter(MAX_LINE_BYTES, MAX_LINE_BYTES);
  /** Number of further lines that may belong to a key. */
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
      // A line whose start is missing may be the rest of a secret, which could no longer be recognized.
      const whole = cut ? text.slice(text.indexOf('\n') + 1) : text;
      return redact(whole).trim();
    },
  };
}
