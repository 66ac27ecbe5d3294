import { closeSync, constants, openSync, readSync } from 'node:fs';
import { graphemeStart } from '../../../src/text/cut-text.ts';
import { pathsOf } from '../../platform/paths/resolve-inside.ts';
import { cutToBytes } from '../../platform/text/cut-to-bytes.ts';
import { PROBE_BYTES, utf16Of } from '../../platform/text/text-encoding.ts';
import { characters } from './character-column.ts';
import type { SearchEvent } from './engine.ts';
import { withoutTerminator } from './line-terminator.ts';
import { nearMatches } from './near-matches.ts';
import type { GrepContextLine, GrepMatch } from './result.ts';

const CHUNK_BYTES = 1024 * 1024;
/** Max bytes to search, which takes some ten milliseconds. */
const MAX_BYTES = 16 * CHUNK_BYTES;

/**
 * Returns the offset of the first NUL in the first 16 MiB of a file, in bytes; undefined if there is none, or if it is
 * UTF-16. It is needed only if the engine does not report it: for the file in which a search was stopped, and always
 * for `grep`.
 */
function firstNul(path: Buffer): number | undefined {
  try {
    const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const chunk = Buffer.alloc(CHUNK_BYTES);
      for (let at = 0; at < MAX_BYTES; ) {
        const bytes = chunk.subarray(0, readSync(file, chunk, 0, CHUNK_BYTES, at));
        if (bytes.length === 0 || (at === 0 && utf16Of(bytes) !== undefined)) return undefined;
        const found = bytes.indexOf(0);
        if (found >= 0) return at + found;
        at += bytes.length;
      }
      return undefined;
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined; // The file is gone or unreadable by now. The engine read it as text so far.
  }
}

/**
 * Max UTF-16 units of a line that is not cut. Handwritten code has no longer lines, and minified code has hardly any
 * shorter ones.
 */
const LONG_LINE = 2000;
/** UTF-16 units to keep of a long line, before the match and from it on. */
const BEFORE = 200;
const FROM = 800;

/** True if `cutLine` has shortened the text. */
export const isCut = (text: string): boolean => /…\[\+\d+ chars\]…/.test(text);

/**
 * Shortens a long line to the text around the match, with `...[+N chars]...` instead of the rest (the three dots are
 * one character there). `at` is the match's offset in UTF-16 units; 0 if unknown.
 */
export function cutLine(line: string, at = 0): string {
  if (line.length <= LONG_LINE) return line;
  const from = graphemeStart(line, at - BEFORE);
  const to = graphemeStart(line, Math.min(line.length, Math.max(at, BEFORE) + FROM));
  const left = from === 0 ? '' : `…[+${from} chars]…`;
  const right = to === line.length ? '' : `…[+${line.length - to} chars]…`;
  return left + line.slice(from, to) + right;
}

/**
 * Returns the absolute path `file` relative to `root`, with `/` as separator on every system. Bytes that are not UTF-8
 * become U+FFFD.
 */
export function relativeName(root: string, file: Buffer, platform: NodeJS.Platform = process.platform): string {
  const { sep } = pathsOf(platform);
  if (platform === 'win32') return relativeOnWindows(root, file.toString(), sep);
  const prefix = Buffer.from(root.endsWith(sep) ? root : root + sep);
  const inside = file.subarray(0, prefix.length).equals(prefix);
  return (inside ? file.subarray(prefix.length) : file).toString();
}

/** Implements `relativeName` for Windows, which ignores case and allows both slashes. */
function relativeOnWindows(root: string, file: string, sep: string): string {
  const prefix = `${root.replaceAll('/', sep).replace(/\\$/, '')}${sep}`.toLowerCase();
  const name = file.replaceAll('/', sep);
  const shown = name.toLowerCase().startsWith(prefix) ? name.slice(prefix.length) : name;
  return shown.replaceAll(sep, '/');
}

export interface CollectLimits {
  readonly folder: string;
  readonly maxMatches: number;
  /** Max UTF-8 bytes of all matches and context lines together. */
  readonly maxBytes: number;
  readonly contextLines: number;
}

export interface Collected {
  readonly matches: readonly GrepMatch[];
  readonly context: readonly GrepContextLine[];
  /** First matching files with a NUL, by path. */
  readonly binaryFiles: readonly string[];
  readonly binaryFilesLeftOut: number;
  /** Paths that could not be read, with the reason: `path: Permission denied`. */
  readonly unreadable: readonly string[];
  readonly truncated: boolean;
  /** Files with long lines in which the position of the match is unknown. */
  readonly unplaced: readonly Buffer[];
}

interface FileLines {
  readonly matches: GrepMatch[];
  readonly context: GrepContextLine[];
  readonly seen: Set<number>;
  /** Offset in bytes of each line in its file, if the engine reports it. */
  readonly offsets: Map<GrepContextLine, number>;
  /** Bytes of the lines that are not UTF-8. */
  readonly raws: Map<GrepContextLine, RawLine>;
}

/** Max unreadable files to report. */
const MAX_UNREADABLE = 20;
/** Max matching binary files to list. */
const MAX_BINARY = 20;

type Line = Extract<SearchEvent, { kind: 'line' }>;
type RawLine = NonNullable<Line['raw']>;

const emptyFile = (): FileLines => {
  return { matches: [], context: [], seen: new Set(), offsets: new Map(), raws: new Map() };
};

const byPathAndLine = (a: GrepContextLine, b: GrepContextLine): number =>
  a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1;

/**
 * Collects an engine's matches until a limit is exceeded, then calls `onEnough`. Drops lines of binary files, and lines
 * after a NUL.
 */
export class MatchCollector {
  readonly #limits: CollectLimits;
  readonly #onEnough: () => void;
  // Files by their path as Latin-1, because a name need not be UTF-8.
  readonly #files = new Map<string, FileLines>();
  readonly #binary = new Map<string, string>();
  readonly #unreadable = new Map<string, string>();
  readonly #unplaced = new Map<string, Buffer>();
  /** Files with a line that was too long for the engine's output. */
  readonly #unheld = new Set<string>();
  #count = 0;
  #bytes = 0;
  #isTruncated = false;
  #isStopped = false;
  #isFinished = false;

  constructor(limits: CollectLimits, onEnough: () => void) {
    this.#limits = limits;
    this.#onEnough = onEnough;
  }

  get finished(): boolean {
    return this.#isFinished;
  }

  add(event: SearchEvent): void {
    if (event.kind === 'unreadable' && this.#unreadable.size < MAX_UNREADABLE) {
      this.#unreadable.set(keyOf(event.path), `${this.#nameOf(event.path)}: ${event.why}`);
    }
    if (this.#isStopped) return;
    if (event.kind === 'line') this.#addLine(event);
    else if (event.kind === 'binary') this.#setBinary(event.path, event.offset);
    else if (event.kind === 'skipped') this.#skip(event.path);
    else if (event.kind === 'finished') this.#isFinished = true;
  }

  /**
   * Replaces a long line with the text around its match. Also adds a line that was too long for the engine's output.
   */
  addWindow(path: Buffer, line: number, window: string): void {
    const text = `…${window}…`;
    const file = this.#files.get(keyOf(path));
    const at = file?.matches.findIndex((match) => match.line === line) ?? -1;
    const match = file?.matches[at];
    if (file !== undefined && match !== undefined) {
      if (match.column === null && isCut(match.text)) file.matches[at] = { ...match, text };
    } else if (this.#unheld.has(keyOf(path)) && !this.#isStopped) {
      this.#addLine({ kind: 'line', isMatch: true, path, line, column: null, text, at: 0 });
    }
  }

  /** Files with lines that are not UTF-8, and the bytes of these lines. */
  notUtf8(): readonly { readonly path: Buffer; readonly bytes: Buffer }[] {
    return [...this.#files]
      .filter(([, { raws }]) => raws.size > 0)
      .map(([key, { raws }]) => {
        const lines = [...raws.values()].map(({ bytes }) => bytes);
        return { path: Buffer.from(key, 'latin1'), bytes: Buffer.concat(lines) };
      });
  }

  /** Decodes the lines of a file that are not UTF-8. */
  decode(path: Buffer, encoding: string): void {
    const file = this.#files.get(keyOf(path));
    if (file === undefined) return;
    const decoder = new TextDecoder(encoding);
    const decoded = <Shown extends GrepContextLine>(shown: Shown): Shown => {
      const raw = file.raws.get(shown);
      if (raw === undefined) return shown;
      const before = raw.start === undefined ? undefined : decoder.decode(raw.bytes.subarray(0, raw.start));
      const text = cutLine(withoutTerminator(decoder.decode(raw.bytes)), before?.length);
      return { ...shown, text, ...(before !== undefined && { column: characters(before) + 1 }) };
    };
    const { matches, context } = file;
    this.#files.set(keyOf(path), { ...file, matches: matches.map(decoded), context: context.map(decoded) });
  }

  collected(): Collected {
    const files = [...this.#files.values()];
    const matches = files.flatMap((file) => file.matches).sort(byPathAndLine);
    const context = files.flatMap((file) => file.context).sort(byPathAndLine);
    return {
      matches,
      context: nearMatches(context, matches, this.#limits.contextLines),
      binaryFiles: [...this.#binary.values()].sort().slice(0, MAX_BINARY),
      binaryFilesLeftOut: Math.max(0, this.#binary.size - MAX_BINARY),
      unreadable: [...this.#unreadable.values()].sort(),
      truncated: this.#isTruncated,
      unplaced: [...this.#unplaced].filter(([key]) => !this.#binary.has(key)).map(([, file]) => file),
    };
  }

  #addLine(event: Line): void {
    const { line, column, isMatch } = event;
    const key = keyOf(event.path);
    if (this.#binary.has(key)) return;
    const nul = event.text.indexOf('\0');
    if (nul >= 0) {
      const before =
        event.offset === undefined ? undefined : event.offset + Buffer.byteLength(event.text.slice(0, nul));
      this.#setBinary(event.path, before);
      return;
    }
    const file = this.#files.get(key) ?? emptyFile();
    if (file.seen.has(line)) return; // Searched twice, because one of the paths is inside another.
    if (isMatch && event.at === undefined && event.text.length > LONG_LINE) this.#unplaced.set(key, event.path);
    const { text, bytes, cut } = cutToBytes(cutLine(event.text, event.at), this.#limits.maxBytes - this.#bytes);
    if (isMatch && (this.#count >= this.#limits.maxMatches || (cut && this.#count > 0))) {
      this.#stopAt(event.path);
      return;
    }
    if (!isMatch && cut) {
      this.#isTruncated = true;
      return;
    }
    this.#files.set(key, file);
    file.seen.add(line);
    const path = this.#nameOf(event.path);
    const list: GrepContextLine[] = isMatch ? file.matches : file.context;
    const shown = isMatch ? { path, line, column, text } : { path, line, text };
    list.push(shown);
    if (event.offset !== undefined) file.offsets.set(shown, event.offset);
    if (event.raw !== undefined) file.raws.set(shown, event.raw);
    if (isMatch) this.#count++;
    this.#bytes += bytes;
    if (cut) this.#stopAt(event.path);
  }

  #stopAt(path: Buffer): void {
    const nul = this.#binary.has(keyOf(path)) ? undefined : firstNul(path);
    if (nul !== undefined) this.#setBinary(path, nul);
    // If all matches come after the NUL, dropping them may keep the search within the limits.
    if (nul !== undefined && (this.#files.get(keyOf(path))?.matches.length ?? 0) === 0) return;
    this.#isTruncated = true;
    this.#isStopped = true;
    this.#onEnough();
  }

  /** Marks a file as binary because it has a NUL. Keeps its lines before the NUL if the file begins as text. */
  #setBinary(path: Buffer, offset = firstNul(path) ?? 0): void {
    const key = keyOf(path);
    this.#binary.set(key, this.#nameOf(path));
    const file = this.#files.get(key);
    if (file === undefined) return;
    const isText = offset >= PROBE_BYTES;
    const isKept = (one: GrepContextLine): boolean => isText && (file.offsets.get(one) ?? 0) <= offset;
    const dropped = [...file.matches, ...file.context].filter((one) => !isKept(one));
    this.#bytes -= dropped.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
    const matches = file.matches.filter(isKept);
    this.#count -= file.matches.length - matches.length;
    this.#files.set(key, { ...file, matches, context: file.context.filter(isKept) });
  }

  #skip(path: Buffer | undefined): void {
    if (path === undefined) {
      this.#isTruncated = true;
      return;
    }
    this.#unplaced.set(keyOf(path), path);
    this.#unheld.add(keyOf(path));
  }

  #nameOf(path: Buffer): string {
    return relativeName(this.#limits.folder, path);
  }
}

const keyOf = (path: Buffer): string => path.toString('latin1');
