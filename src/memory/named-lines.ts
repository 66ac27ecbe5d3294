import { detached } from './detached.ts';

/** What may be the line of `src/a.ts:12`, and `line 12` or `L12` where no file is named. */
const NUMBER = /:(\d{1,7})|(?:line|L)\s?(\d{1,7})/g;
const FILE_NAME = /[\w-][\w.-]*\.[A-Za-z]{1,5}$/;
const MAX_NAME_CHARS = 128;
/** UTF-16 units of a text that are looked through. */
const CHARS = 20_000;
const REMEMBERED = 400;
const OF_ONE_FILE = 40;
const OF_ANY_FILE = 20;

interface Named {
  /** The last part of the path; empty where none was named. */
  readonly file: string;
  readonly line: number;
}

/** Lines of files that a session's texts named, such as those of errors, traces and searches. */
export interface NamedLines {
  add(text: string): void;
  /** Lines of a file, newest last; without a path, of any. Tells them as they are now, also when more were added since. */
  view(): (path: string | undefined) => readonly number[];
}

export function createNamedLines(): NamedLines {
  let named: readonly Named[] = [];
  return {
    add(text) {
      const found: Named[] = [];
      for (const { 1: line, 2: alone, index } of text.slice(0, CHARS).matchAll(NUMBER)) {
        const before = line === undefined ? '' : text.slice(Math.max(0, index - MAX_NAME_CHARS), index);
        const file = line === undefined ? '' : FILE_NAME.exec(fileName(before))?.[0];
        if (file !== undefined) found.push({ file, line: Number(line ?? alone) });
      }
      const kept = found.slice(-REMEMBERED).map(({ file, line }) => ({ file: detached(file), line }));
      if (kept.length > 0) named = [...named, ...kept].slice(-REMEMBERED);
    },
    view() {
      const own = named;
      return (path) => {
        const file = path === undefined ? undefined : fileName(path);
        const among = file === undefined ? own.slice(-OF_ANY_FILE) : own.filter((one) => one.file === file);
        return among.slice(-OF_ONE_FILE).map(({ line }) => line);
      };
    },
  };
}

/** The last part of a path of either system. Two names of a file have the same. */
export function fileName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
