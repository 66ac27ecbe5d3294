import { redactSecrets } from '../../../src/artifacts/redact-secrets.ts';
import type { StdioServerConfig } from '../config/server-config.ts';

/** Bytes of stderr that are kept for messages. */
const KEPT_BYTES = 4096;
/** A shorter value is no secret, and would take pieces out of ordinary words. */
const SECRET_LENGTH = 6;

export interface StderrTail {
  push(chunk: Uint8Array): void;
  /** What was printed last, without secrets in known formats and without values of the server's own configuration. */
  text(): string;
}

/** Keeps the end of what a child prints on stderr: mostly it is all that tells why it does not run. */
export function createStderrTail(config: Pick<StdioServerConfig, 'env' | 'args'>): StderrTail {
  const secrets = [...Object.values(config.env), ...config.args.flatMap(valuesOf)]
    .filter((value) => value.length >= SECRET_LENGTH)
    .sort((a, b) => b.length - a.length);
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
      const without = secrets.reduce((left, secret) => left.replaceAll(secret, '[redacted]'), whole);
      return redactSecrets(without).trim();
    },
  };
}

/** What of an argument may be a key: not a path, which is mostly what a complaint is about, and no option's name. */
function valuesOf(argument: string): readonly string[] {
  const value = /^--?[\w-]+(?:=(.*))?$/s.exec(argument);
  const given = value === null ? argument : (value[1] ?? '');
  return given.includes('/') ? [] : [given];
}
