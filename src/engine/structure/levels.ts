import { type CooperativeTask, parts } from '../../text/cooperative-task.ts';
import type { Lines } from '../../text/lines.ts';
import { lineHead } from './line-head.ts';

/** Warnings of programs: they say what failed, or soon will. */
export const WARNING: RegExp =
  /^(?:\S{1,20} )?warn(?:ing)?\b|[Ww]arn(?:ing)?[\]:]|\b(?:WARN(?:ING)?|ALERT|EMERG|EBADENGINE|DEPRECATED)\b|\blevel["']?[=:] ?"?(?:warn|40\b)|\b[Dd]eprecat(?:ed|ion)\b/;
/** Levels below `info`: what a program tells those who look into its own code. */
const QUIET =
  /^(?:(?:npm|\d+) )?(?:silly|verbose|debug|trace)\b|\b(?:DEBUG|TRACE|VERBOSE|SILLY)\b|\blevel["']?[=:] ?"?(?:debug|trace|verbose|silly|[12]0\b)/;
/** Bytes in digits or base64, which say nothing to a reader. */
const BLOB = /^\s*(?:(?:[\da-f]{2}[: ]){8,}[\da-f]{0,2}|[A-Za-z\d+/]{60,}={0,2}|[\da-f]{32,})\s*$/i;
/** Share of a text below which lines of a level are told apart from the others. */
const MAX = 0.95;
/** Cost of the scan, as a share of the cost of counting tokens. */
const SHARE = 0.1;

/**
 * Marks lines that go first, one byte a line: bytes, and in a log those of a level below `info`. Undefined if there are
 * none, or almost no others.
 */
export function* quietLines(lines: Lines, isLog: boolean): CooperativeTask<Uint8Array | undefined> {
  const quiet = new Uint8Array(lines.count);
  let count = 0;
  yield* parts(lines, SHARE, (from, to) => {
    for (let i = from; i < to; i++) {
      const line = lineHead(lines, i);
      if (BLOB.test(line) || (isLog && QUIET.test(line))) count += quiet[i] = 1;
    }
  });
  return count === 0 || count > lines.count * MAX ? undefined : quiet;
}
