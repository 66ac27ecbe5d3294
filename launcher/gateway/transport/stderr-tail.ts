import { redactConfigured } from '../config/redact-configured.ts';
import type { StdioServerConfig } from '../config/server-config.ts';

/** Bytes of stderr that are kept for messages. */
const KEPT_BYTES = 4096;

export interface StderrTail {
  push(chunk: Uint8Array): void;
  /** What was printed last, without secrets in known formats and without values of the server's own configuration. */
  text(): string;
}

/** Keeps the end of what a child prints on stderr: mostly it is all that tells why it does not run. */
export function createStderrTail(config: Pick<StdioServerConfig, 'env' | 'args'>): StderrTail {
  const redact = redactConfigured({ transport: 'stdio', ...config });
  let kept = Buffer.alloc(0);
  let cut = false;
  return {
    push(chunk) {
      const all = Buffer.concat([kept, chunk]);
      cut ||= all.length > KEPT_BYTES;
      kept = Buffer.from(all.subarray(-KEPT_BYTES));
    },
    text() {
      const text = kept.toString('utf8');
      // A line whose beginning is gone may be the rest of a secret that nobody knows again.
      const whole = cut ? text.slice(text.indexOf('\n') + 1) : text;
      return redact(whole).trim();
    },
  };
}
