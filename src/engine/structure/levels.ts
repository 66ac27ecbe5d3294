import { type CooperativeTask, parts } from '../../text/cooperative-task.ts';
import type { Lines } from '../../text/lines.ts';
import { lineHead } from './line-head.ts';

/**
 * Builds a pattern of how log lines say a level, by letter and by word: `E0314 07:12:44` (klog), `03-14 07:12:44.1 17 17 E Tag:` and
 * `E/Tag(` (Android), `<3>` (syslog), `[crit]`, `lvl=eror`, `"level":50` (bunyan, pino).
 */
function level(letters: string, digits: string, words: string, codes: string): string {
  return [
    String.raw`^[${letters}]\d{4} \d\d:\d\d:`,
    String.raw`^\d\d-\d\d \d\d:\d\d:\d\d\.\d+ +\d+ +\d+ [${letters}] `,
    String.raw`^[${letters}]\/[\w.-]+ *\(`,
    `^<[${digits}]>`,
    String.raw`\[ ?(?:${words}) ?\]`,
    String.raw`\b(?:level|lvl|severity|levelname|log_level|PRIORITY)["']?[=:] ?"?(?:(?:${words})\b|${codes}\b)`,
  ].join('|');
}

/** Levels above a warning. */
export const BAD_LEVEL: RegExp = new RegExp(
  level('EFA', '0-3', 'err|eror|error|ERR|ERROR|crit|critical|CRIT|CRITICAL|emerg|alert|fatal|FATAL|panic', '[56]0'),
);
/** Warnings of programs: they say what failed, or soon will. */
export const WARNING: RegExp = new RegExp(
  String.raw`^(?:\S{1,20} )?warn(?:ing)?\b|[Ww]arn(?:ing)?[\]:]|\b(?:WARN(?:ING)?|ALERT|EMERG|EBADENGINE|DEPRECATED)\b|\b[Dd]eprecat(?:ed|ion)\b|${level('W', '4', 'warn|warning|WRN|WARN', '40')}`,
);
/** Levels below `info`: what a program tells those who look into its own code. */
const QUIET = new RegExp(
  String.raw`^(?:(?:npm|\d+) )?(?:silly|verbose|debug|trace)\b|\b(?:DEBUG|TRACE|VERBOSE|SILLY)\b|${level('DV', '7', 'debug|dbug|trace|trce|verbose|silly|DBG|TRC|VRB', '[12]0')}`,
);
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
