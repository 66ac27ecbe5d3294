import type { HostResult } from '../../../../src/unasked/host-result.ts';

/** Line with which Claude Code begins the text of a command that failed (2.1.332). */
const EXIT = /^Exit code (\d+)\n/;

/** Result of a command that failed. Its first line, the exit code, always stays. */
export interface FailedResult extends HostResult {
  readonly exitCode: number;
}

/** Parses the text of a command that failed; undefined if it is anything else, such as a call that was refused. */
export function toFailedResult(text: string): FailedResult | undefined {
  const [line, code] = EXIT.exec(text) ?? [];
  if (line === undefined || code === undefined) return undefined;
  return { text: text.slice(line.length), exitCode: Number(code), withText: (short) => `${line}${short}` };
}
