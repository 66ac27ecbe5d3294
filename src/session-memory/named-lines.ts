import { detached } from './detached.ts';

/** A possible line number: `src/a.ts:12`, or `line 12` and `L12` where no file is named. */
const NUMBER = /:(\d{1,7})|(?:line|L)\s?(\d{1,7})/g;
const FILE_NAME = /[\w-][\w.-]*\.[A-Za-z]{1,5}$/;
const MAX_NAME_CHARS = 128;
/** Max UTF-16 units of a text to scan. */
const CHARS = 20_000;
const REMEMBERED = 400;
const OF_ONE_FILE = 40;
const OF_ANY_FILE = 20;

interface Named {
  /** Last part of the path; empty if no file was named. */
  readonly file: string;
  readonly line: number;
}

/** Line numbers that the session's texts mentioned, e.g. in errors, traces and searches. */
export type NamedLines = ReturnType<typeof createNamedLines>;

export function createNamedLines() {
  let named: readonly Named[] = [];
  return {
    add(text: string): void {
      const found: Named[] = [];
      for (const { 1: line, 2: alone, index } of text.slice(0, CHARS).matchAll(NUMBER)) {
        const before = line === undefined ? '' : text.slice(Math.max(0, index - MAX_NAME_CHARS), index);
        const file = line === undefined ? '' : FILE_NAME.exec(fileName(before))?.[0];
        if (file !== undefined) found.push({ file, line: Number(line ?? alone) });
      }
      const kept = found.slice(-REMEMBERED).map(({ file, line }) => ({ file: detached(file), line }));
      if (kept.length > 0) named = [...named, ...kept].slice(-REMEMBERED);
    },
    /** Takes a snapshot: returns a lookup of a file's lines, newest last, or those of any file if no path is given. */
    view(): (path: string | undefined) => readonly number[] {
      const own = named;
      return (path) => {
        const file = path === undefined ? undefined : fileName(path);
        const among = file === undefined ? own.slice(-OF_ANY_FILE) : own.filter((one) => one.file === file);
        return among.slice(-OF_ONE_FILE).map(({ line }) => line);
      };
    },
  };
}

/** Returns the last part of a POSIX or Windows path. Two names of one file share it. */
export function fileName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
