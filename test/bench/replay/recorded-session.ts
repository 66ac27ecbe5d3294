import type { CountTokens } from '../../../src/base/tokens/count-tokens.ts';
import type { LogEvent, Replacement } from './claude-log.ts';
import type { Recording } from './recordings.ts';
import type { Need, Piece, Session, Turn } from './session.ts';

/** Text that an edit replaces is only looked up in the context if it is longer than this, in UTF-16 units. */
const TOO_COMMON = 20;
/** A read is a need if at least this share of its lines was read or written before. */
const KNOWN_SHARE = 0.8;
/** Tools whose results the launcher stores as code; other results are logs. */
const CODE_TOOLS = new Set(['Grep']);

/**
 * Makes sessions of recordings, each of at least `min` pieces. A session is one recording, or with `joined`, consecutive
 * recordings of one developer. A piece is a message, the result of a tool, or the text that an edit wrote. Needs are:
 *
 * - For an edit, the last piece that contains the replaced text verbatim, because the agent wrote the edit from it.
 * - For a read, if at least four fifths of its lines (except blank ones) were read or written before: the last piece
 *   that had each of these lines. The agent looked again because they were not in its context, or not in view.
 *
 * The search for a missing piece uses what the agent knows at that moment. For an edit, that is the file and the names in
 * the new text. For a read, the file is the search's filter.
 */
export function* recordedSessions(
  recordings: readonly Recording[],
  { name, count, min, joined }: { name: string; count: CountTokens; min: number; joined: boolean },
): Generator<Session> {
  const developers = new Map<string, Recording[]>();
  for (const one of recordings) {
    const key = joined ? one.developer : one.id;
    developers.set(key, [...(developers.get(key) ?? []), one]);
  }
  for (const theirs of developers.values()) {
    let [session, first] = [startSession(count), ''];
    for (const { id, events } of theirs) {
      first ||= id;
      for (const event of events) session.add(event);
      if (session.pieces() < min) continue;
      yield { name: `${name}@${first.slice(0, 8)}`, turns: session.turns, pieces: session.pieces() };
      [session, first] = [startSession(count), ''];
    }
  }
}

/** Counts a session's needs by kind. */
export function needsOf({ turns }: Session): { readonly edits: number; readonly reads: number } {
  const needs = turns.filter((turn): turn is Need => turn.kind === 'needs');
  const edits = needs.filter(({ again }) => again !== null).length;
  return { edits, reads: needs.length - edits };
}

/** A piece and its lines. For an edit, these are the lines that it wrote, not those it replaced. */
interface Held {
  readonly piece: Piece;
  readonly holds: readonly string[];
}

function startSession(count: CountTokens) {
  const turns: Turn[] = [];
  const all: Held[] = [];
  /** By file: the piece that last had each line. */
  const lastLines = new Map<string, Map<string, string>>();
  /** By piece: the lines of its file that it contains. */
  const linesOf = new Map<string, ReadonlySet<string>>();
  let ids = 0;

  const comes = (piece: Piece, holds: readonly string[]): void => {
    if (piece.text.trim() === '') return;
    turns.push({ kind: 'comes', piece });
    all.push({ piece, holds });
    if (piece.file === null) return;
    const last = lastLines.get(piece.file) ?? new Map<string, string>();
    lastLines.set(piece.file, last);
    const lines = new Set(holds.flatMap(linesIn));
    for (const line of lines) last.set(line, piece.id);
    linesOf.set(piece.id, lines);
  };
  const make = (text: string, more: Pick<Piece, 'type'> & Partial<Piece>): Piece => ({
    id: `p${++ids}`,
    text,
    tokens: count(text),
    ...{ file: null, lines: null, isRead: false, topic: null, task: null, isToolResult: true },
    ...more,
  });

  const needForEdit = (file: string, { before, after }: Replacement): void => {
    if (before.length <= TOO_COMMON) return;
    const held = all.findLast(({ holds }) => holds.some((text) => text.includes(before)));
    if (held === undefined) return;
    const again = { ...held.piece, id: `p${++ids}`, isRead: false };
    const query = [file, ...namesIn(after)].join(' ');
    turns.push({ kind: 'needs', ids: [held.piece.id], again, file, query });
  };
  const needForRead = (file: string, text: string): void => {
    const last = lastLines.get(file);
    const lines = [...new Set(linesIn(text))];
    const known = lines.filter((line) => last?.has(line));
    if (last === undefined || known.length === 0 || known.length < lines.length * KNOWN_SHARE) return;
    const holders = new Map<string, string[]>();
    for (const line of known) {
      const id = last.get(line) as string;
      holders.set(id, [...(holders.get(id) ?? []), line]);
    }
    turns.push({ kind: 'needs', ids: withoutNeedless(holders, linesOf), again: null, file, query: null });
  };

  return {
    turns,
    pieces: () => all.length,
    add(event: LogEvent): void {
      if (event.kind === 'said') {
        const type = event.isSummary ? 'summary' : 'message';
        comes(make(event.text, { type, isToolResult: false }), [event.text]);
      } else if (event.kind === 'gave') {
        const type = CODE_TOOLS.has(event.tool) ? 'code' : 'log';
        comes(make(event.text, { type, topic: event.topic }), [event.text]);
      } else if (event.kind === 'read') {
        const { file, lines, text } = event;
        needForRead(file, text);
        comes(make(text, { type: 'code', file, lines, isRead: true }), [text]);
      } else {
        const { file, changes } = event;
        for (const one of changes) needForEdit(file, one);
        const holds = changes.map(({ after }) => after);
        comes(make(toDiff(file, changes), { type: 'code', file }), holds);
      }
    },
  };
}

/** Removes holders whose lines are all in other needed pieces, starting with the holders of the fewest lines. */
function withoutNeedless(
  holders: ReadonlyMap<string, readonly string[]>,
  linesOf: ReadonlyMap<string, ReadonlySet<string>>,
): readonly string[] {
  const needed = new Set(holders.keys());
  for (const [id, lines] of [...holders].sort(([, a], [, b]) => a.length - b.length)) {
    const others = [...needed].filter((other) => other !== id);
    if (lines.every((line) => others.some((other) => linesOf.get(other)?.has(line)))) needed.delete(id);
  }
  return [...needed];
}

function linesIn(text: string): readonly string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}

function namesIn(text: string): readonly string[] {
  return [...new Set(text.match(/[A-Za-z_]\w{3,}/g))];
}

function toDiff(file: string, changes: readonly Replacement[]): string {
  const marked = (sign: string, text: string): readonly string[] =>
    text === '' ? [] : text.split('\n').map((line) => sign + line);
  const body = changes.flatMap(({ before, after }) => ['@@', ...marked('-', before), ...marked('+', after)]);
  return [`diff --git a/${file} b/${file}`, ...body].join('\n');
}
