import { cutToBytes } from '../../platform/text/cut-to-bytes.ts';
import { PROBE_BYTES } from '../../platform/text/text-encoding.ts';
import { cutLine, isCut, LONG_LINE } from './cut-line.ts';
import type { SearchEvent } from './engine.ts';
import { firstNul } from './first-nul.ts';
import { nearMatches } from './near-matches.ts';
import { relativeName } from './relative-name.ts';
import type { GrepContextLine, GrepMatch } from './result.ts';

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
}

/** Max unreadable files to report. */
const MAX_UNREADABLE = 20;
/** Max matching binary files to list. */
const MAX_BINARY = 20;

type Line = Extract<SearchEvent, { kind: 'line' }>;

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
    const file = this.#files.get(key) ?? { matches: [], context: [], seen: new Set<number>(), offsets: new Map() };
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

function keyOf(path: Buffer): string {
  return path.toString('latin1');
}
