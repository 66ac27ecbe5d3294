import type { OutputParser, SearchEvent } from './engine.ts';
import { splitLines } from './split-lines.ts';

/** GNU since 3.5, on stderr; GNU before it and the BSDs, on stdout. Latin-1 keeps the bytes of the name apart. */
const NOTICES = [/^\S*grep: (\/.*): binary file matches$/s, /^Binary file (\/.*) matches$/s];
const MESSAGE_STARTS = /^\S*grep: /;
/** Far above any PATH_MAX. */
const MESSAGE_BYTES = 65_536;

/** The file that grep's message, read as Latin-1, calls binary. */
export function binaryNotice(message: string): Buffer | undefined {
  const name = NOTICES.map((notice) => notice.exec(message)?.[1]).find((found) => found !== undefined);
  return name === undefined ? undefined : Buffer.from(name, 'latin1');
}

/** Finds the notices of binary files on stderr; a name that holds a newline spreads its message over lines. */
export function parseBinaryNotices(emit: (event: SearchEvent) => void): OutputParser {
  let message = '';
  const onLine = (raw: Buffer): void => {
    const line = raw.toString('latin1');
    message = MESSAGE_STARTS.test(line) || message.length > MESSAGE_BYTES ? line : `${message}\n${line}`;
    const path = binaryNotice(message);
    if (path === undefined) return;
    emit({ kind: 'binary', path });
    message = '';
  };
  return splitLines(MESSAGE_BYTES, onLine, () => {});
}
