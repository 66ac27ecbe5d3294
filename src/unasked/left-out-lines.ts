import type { PruneDetails } from '../engine/pruner.ts';
import { hashLine, type LineHash } from '../session-memory/line-hash.ts';
import { putNewest } from '../session-memory/put-newest.ts';
import { toCodeUnits } from '../text/code-units.ts';

/** Key of a session: its transcript's path, or an object if it has no file. */
type SessionKey = string | object;

/** Lines that would have been removed, by session. */
export type LeftOutLines = ReturnType<typeof createLeftOutLines>;

/** Max sessions to remember, and max lines of each. The oldest are dropped first. */
const MAX_SESSIONS = 8;
const MAX_LINES = 20_000;
/** Min length of a line that counts. Shorter ones, such as a closing brace, occur everywhere. */
const MIN_CHARS = 12;
/** Prefix that `grep -n` and `cat -n` put before a line. */
const NUMBERED = /^\s*(?:[^\s:]+[:-])?\d+[:\t-]/;

export function createLeftOutLines() {
  /** Timestamps by the hash of a line. */
  const sessions = new Map<SessionKey, Map<LineHash, number>>();

  const linesOf = (session: SessionKey): Map<LineHash, number> => {
    const lines = sessions.get(session) ?? new Map();
    putNewest(sessions, session, lines, MAX_SESSIONS);
    return lines;
  };

  return {
    /** Remembers the lines that pruning would have removed. `at` is the time when the text was shown. */
    add(
      session: SessionKey,
      text: string,
      { keptLines, knownLines = [] }: Pick<PruneDetails, 'keptLines' | 'knownLines'>,
      at: number,
    ): void {
      const there = new Set(keptLines);
      for (const { first, last } of knownLines) for (let line = first; line <= last; line++) there.add(line);
      const lines = text.split('\n');
      const kept = new Set(lines.filter((_, index) => there.has(index + 1)).map(toKey));
      const left = linesOf(session);
      lines.forEach((line, index) => {
        const key = toKey(line);
        if (key === undefined || there.has(index + 1) || kept.has(key)) return;
        putNewest(left, key, at, MAX_LINES);
      });
    },
    /**
     * Returns the time of the oldest remembered line that a later result of the session shows; undefined if it shows
     * none. Forgets the lines that it shows.
     */
    shownAgain(session: SessionKey, text: string): number | undefined {
      const left = sessions.get(session);
      if (left === undefined || left.size === 0) return undefined;
      let oldest: number | undefined;
      for (const line of text.split('\n')) {
        const key = toKey(line);
        const at = key === undefined ? undefined : left.get(key);
        if (key === undefined || at === undefined) continue;
        left.delete(key);
        oldest = Math.min(oldest ?? at, at);
      }
      return oldest;
    },
  };
}

/** Hashes a line, so that no text is kept in memory; undefined for a meaningless line. */
function toKey(line: string): LineHash | undefined {
  const text = line.replace(NUMBERED, '').trim();
  return text.length < MIN_CHARS ? undefined : hashLine(toCodeUnits(text), 0, text.length);
}
