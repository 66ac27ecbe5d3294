import { cutToBytes } from '../../text/cut-to-bytes.ts';
import { cutLine, isCut, LONG_LINE } from './cut-line.ts';
import type { SearchEvent } from './engine.ts';
import { looksBinary } from './looks-binary.ts';
import { nearMatches } from './near-matches.ts';
import { relativeName } from './relative-name.ts';
import type { GrepContextLine, GrepMatch } from './result.ts';

export interface CollectLimits {
  readonly root: string;
  readonly maxMatches: number;
  /** UTF-8 bytes across the text of matches and context. */
  readonly maxBytes: number;
  readonly contextLines: number;
}

export interface Collected {
  readonly matches: readonly GrepMatch[];
  readonly context: readonly GrepContextLine[];
  /** The first ones by path. */
  readonly binaryFiles: readonly string[];
  readonly binaryFilesLeftOut: number;
  /** What could not be read, and why: `path: Permission denied`. */
  readonly unreadable: readonly string[];
  readonly truncated: boolean;
  /** Files with long lines in which it is not known where the match is. */
  readonly unplaced: readonly Buffer[];
}

export interface MatchCollector {
  add(event: SearchEvent): void;
  /** Shows, of a long line, what stands around its match; of a line that was too long to hold, instead of it. */
  addWindow(path: Buffer, line: number, text: string): void;
  readonly finished: boolean;
  collected(): Collected;
}

interface FileLines {
  readonly matches: GrepMatch[];
  readonly context: GrepContextLine[];
  readonly seen: Set<number>;
  bytes: number;
}

/** Files that could not be read and are told. */
const MAX_UNREADABLE = 20;
/** Binary files that match and are named. */
const MAX_BINARY = 20;

type Line = Extract<SearchEvent, { kind: 'line' }>;

const byPathAndLine = (a: GrepContextLine, b: GrepContextLine): number =>
  a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1;

/** Gathers what an engine finds until a limit is passed, then calls `onEnough`. Lines of binary files are dropped. */
export function collectMatches(limits: CollectLimits, onEnough: () => void): MatchCollector {
  const files = new Map<string, FileLines>();
  const binary = new Map<string, string>();
  let count = 0;
  let bytes = 0;
  let truncated = false;
  let finished = false;
  let stopped = false;
  const unreadable = new Map<string, string>();
  const unplaced = new Map<string, Buffer>();
  /** Lines of which the engine itself could hold none. */
  const unheld = new Set<string>();

  const dropAsBinary = (path: Buffer): void => {
    const key = path.toString('latin1');
    const dropped = files.get(key);
    count -= dropped?.matches.length ?? 0;
    bytes -= dropped?.bytes ?? 0;
    files.delete(key);
    binary.set(key, relativeName(limits.root, path));
  };
  const stopAt = (path: Buffer): void => {
    if (looksBinary(path)) {
      dropAsBinary(path);
      return;
    }
    truncated = true;
    stopped = true;
    onEnough();
  };
  const addLine = (event: Line): void => {
    const key = event.path.toString('latin1');
    if (binary.has(key)) return;
    if (event.text.includes('\0')) {
      dropAsBinary(event.path);
      return;
    }
    const file = files.get(key) ?? { matches: [], context: [], seen: new Set<number>(), bytes: 0 };
    if (file.seen.has(event.line)) return; // Searched twice: one of the paths lies inside another.
    if (event.isMatch && event.at === undefined && event.text.length > LONG_LINE) unplaced.set(key, event.path);
    const cut = cutToBytes(cutLine(event.text, event.at), limits.maxBytes - bytes);
    if (event.isMatch && (count >= limits.maxMatches || (cut.cut && count > 0))) {
      stopAt(event.path);
      return;
    }
    if (!event.isMatch && cut.cut) {
      truncated = true;
      return;
    }
    files.set(key, file);
    file.seen.add(event.line);
    const { line, column } = event;
    const path = relativeName(limits.root, event.path);
    if (event.isMatch) file.matches.push({ path, line, column, text: cut.text });
    else file.context.push({ path, line, text: cut.text });
    if (event.isMatch) count++;
    file.bytes += cut.bytes;
    bytes += cut.bytes;
    if (cut.cut) stopAt(event.path);
  };

  return {
    add: (event) => {
      if (event.kind === 'unreadable' && unreadable.size < MAX_UNREADABLE) {
        unreadable.set(event.path.toString('latin1'), `${relativeName(limits.root, event.path)}: ${event.why}`);
      }
      if (stopped) return;
      if (event.kind === 'line') addLine(event);
      else if (event.kind === 'binary') dropAsBinary(event.path);
      else if (event.kind === 'skipped') {
        if (event.path === undefined) truncated = true;
        else {
          unplaced.set(event.path.toString('latin1'), event.path);
          unheld.add(event.path.toString('latin1'));
        }
      } else if (event.kind === 'finished') finished = true;
    },
    addWindow: (path, line, window) => {
      const key = path.toString('latin1');
      const text = `…${window}…`;
      const file = files.get(key);
      const at = file?.matches.findIndex((match) => match.line === line) ?? -1;
      const match = file?.matches[at];
      if (file !== undefined && match !== undefined) {
        if (match.column === null && isCut(match.text)) file.matches[at] = { ...match, text };
      } else if (unheld.has(key) && !stopped)
        addLine({ kind: 'line', isMatch: true, path, line, column: null, text, at: 0 });
    },
    get finished() {
      return finished;
    },
    collected: () => {
      const matches = [...files.values()].flatMap((file) => file.matches).sort(byPathAndLine);
      const context = [...files.values()].flatMap((file) => file.context).sort(byPathAndLine);
      return {
        matches,
        context: nearMatches(context, matches, limits.contextLines),
        binaryFiles: [...binary.values()].sort().slice(0, MAX_BINARY),
        binaryFilesLeftOut: Math.max(0, binary.size - MAX_BINARY),
        unreadable: [...unreadable.values()].sort(),
        truncated,
        unplaced: [...unplaced].filter(([key]) => !binary.has(key)).map(([, file]) => file),
      };
    },
  };
}
