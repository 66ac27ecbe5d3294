import type { OutputParser, SearchEvent } from './engine.ts';
import { streamLines } from './split-lines.ts';

/**
 * Notices about binary files: GNU grep since 3.5 on stderr, older GNU and the BSDs on stdout. Matched as Latin-1 to
 * preserve the name's bytes.
 */
const NOTICES = [/^\S*grep: (\/.*): binary file matches$/s, /^Binary file (\/.*) matches$/s];
const MESSAGE_STARTS = /^\S*(?:rg|grep): /;
/** Matches the start of a message that may continue on the next line, because a file name may contain a newline. */
const MAY_GO_ON = /^(?:\S*(?:rg|grep)(?:\.exe)?: |Binary file |\/|[A-Za-z]:[\\/])/;
/** Max bytes of a message. Far above any PATH_MAX. */
const MESSAGE_BYTES = 65_536;

/** Returns the file that grep's message, decoded as Latin-1, reports as binary. */
export function binaryNotice(message: string): Buffer | undefined {
  const name = NOTICES.map((notice) => notice.exec(message)?.[1]).find((found) => found !== undefined);
  return name === undefined ? undefined : Buffer.from(name, 'latin1');
}

/**
 * Matches `rg: /a/b: Permission denied (os error 13)` and `grep: /a/b: Permission denied`. ripgrep before 14 prints no
 * program name. Only known system messages match, because names may contain colons and newlines.
 */
const UNREADABLE =
  /^(?:\S*(?:rg|grep)(?:\.exe)?: )?((?:\/|[A-Za-z]:[\\/]|\\\\).*): ((?:Permission denied|Operation not permitted|Input\/output error|No such file or directory|Too many levels of symbolic links|Stale file handle|Is a directory|Too many open files|Not a directory|Access is denied\.|The process cannot access the file[^:]*)(?: \(os error \d+\))?)$/s;

/** ripgrep names a folder twice if it searches in one thread: `rg: /a: IO error for operation on /a: Permission denied`. */
const NAMED_TWICE = /^(.+): IO error for operation on \1$/s;

/** Parses an engine's stderr for binary files and for files that cannot be read. */
export function parseComplaints(emit: (event: SearchEvent) => void): OutputParser {
  let message = '';
  const onLine = (raw: Buffer): void => {
    const line = raw.toString('latin1');
    const isNew = MESSAGE_STARTS.test(line) || !MAY_GO_ON.test(message) || message.length > MESSAGE_BYTES;
    message = isNew ? line : `${message}\n${line}`;
    const binary = binaryNotice(message);
    const [, named = '', why] = UNREADABLE.exec(message) ?? [];
    const name = NAMED_TWICE.exec(named)?.[1] ?? named;
    if (binary !== undefined) emit({ kind: 'binary', path: binary });
    else if (why !== undefined) emit({ kind: 'unreadable', path: Buffer.from(name, 'latin1'), why });
    else return;
    message = '';
  };
  return streamLines(MESSAGE_BYTES, onLine, () => {});
}
