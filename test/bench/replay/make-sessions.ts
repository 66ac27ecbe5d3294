import path from 'node:path';
import type { CountTokens } from '../../../src/base/tokens/count-tokens.ts';
import type { SegmentType } from '../../../src/context/segment.ts';
import type { Commit, History } from './history.ts';
import type { Piece, Session, Turn } from './session.ts';

/** Max changed files of a commit that the agent works on, and max files that it looks at beside each. */
const MAX_CHANGES = 5;
const MAX_BESIDE = 2;
/** Max lines of a file that is read whole. From a longer file, `AROUND` lines around the change are read. */
const WHOLE_LINES = 400;
const AROUND = 80;
const GREP_LINES = 40;
/** Max UTF-16 units of one call's result. */
const MAX_CHARS = 40_000;
const SOURCE = /\.(?:py|[cm]?[jt]sx?|go|rs|java|rb|c|h|cc|md|json|toml|ya?ml|css|html)$/;

/**
 * Makes the sessions of an imaginary agent that wrote a repository's history. For each commit, the message is its task.
 * It searches for a name that it will change, reads the files that it will change and some of their imports, changes
 * the files, and looks at the outcome.
 *
 * Two kinds of pieces are needed again. One is a read of a file that is unchanged since, or that only the agent
 * changed. The other is the decision from when the changed lines were written (`git blame`).
 */
export function* makeSessions(history: History, count: CountTokens, max: number, min: number): Generator<Session> {
  let at = Math.floor(history.hashes.length / 10);
  for (let made = 0; made < max && at < history.hashes.length; made++) {
    const session = startSession(history, count);
    const first = at;
    while (session.pieces() < min && at < history.hashes.length) {
      session.add(history.commit(history.hashes[at] as string));
      at += 1;
    }
    if (session.pieces() < min) return;
    yield {
      name: `${history.name}@${history.hashes[first]?.slice(0, 8)}`,
      turns: session.turns,
      pieces: session.pieces(),
    };
  }
}

interface Held {
  /** The blob that was read, and the range of lines. */
  blob: string | undefined;
  readonly lines: { readonly start: number; readonly end: number } | null;
  /** Ids of the read, and of later changes to the file. */
  ids: string[];
}

function startSession(history: History, count: CountTokens) {
  const turns: Turn[] = [];
  const files = new Map<string, Held>();
  const decided = new Map<string, string>();
  const texts = new Map<string, Piece>();
  let pieces = 0;

  const make = (type: SegmentType, text: string, task: string, more: Partial<Piece> = {}): Piece => {
    const cut = text.length > MAX_CHARS ? text.slice(0, MAX_CHARS) : text;
    const id = `p${++pieces}`;
    const piece = {
      id,
      type,
      text: cut,
      tokens: count(cut),
      file: null,
      lines: null,
      isRead: false,
      topic: null,
      task,
      isToolResult: true,
      ...more,
    };
    texts.set(id, piece);
    return piece;
  };
  const comes = (piece: Piece): Piece => {
    turns.push({ kind: 'comes', piece });
    return piece;
  };

  /** Makes sure that the file's present content is in the context: needs an earlier read, or reads the file. */
  const have = (commit: Commit, file: string, around: readonly [number, number] | undefined): void => {
    const before = `${commit.hash}^`;
    const blob = history.blob(before, file);
    const text = blob === undefined ? undefined : history.file(before, file);
    if (text === undefined) return;
    const all = text.split('\n');
    const lines =
      all.length <= WHOLE_LINES || around === undefined
        ? null
        : { start: Math.max(1, around[0] - AROUND), end: Math.min(all.length, around[1] + AROUND) };
    const shown = lines === null ? all.slice(0, WHOLE_LINES) : all.slice(lines.start - 1, lines.end);
    const held = files.get(file);
    const covers =
      held !== undefined &&
      (held.lines === null || (lines !== null && held.lines.start <= lines.start && held.lines.end >= lines.end));
    const read = (): Piece => make('code', shown.join('\n'), commit.hash, { file, lines, isRead: true });
    if (held !== undefined && covers && held.blob === blob) {
      const again = read();
      turns.push({ kind: 'needs', ids: [...held.ids], again, file, query: file });
      return;
    }
    files.set(file, { blob, lines, ids: [comes(read()).id] });
  };

  return {
    turns,
    pieces: () => pieces,
    add(commit: Commit): void {
      const { hash, subject, body } = commit;
      const changes = commit.changes.filter(({ path: file }) => SOURCE.test(file)).slice(0, MAX_CHANGES);
      if (changes.length === 0) return;
      comes(make('message', body === '' ? subject : `${subject}\n\n${body}`, hash, { isToolResult: false }));
      const name = rareName(changes.map(({ diff }) => diff).join('\n'));
      if (name !== undefined) comes(make('log', history.grep(`${hash}^`, name, GREP_LINES), hash));
      for (const { path: file, diff } of changes) {
        const around = changedLines(diff);
        const decisions = around === undefined ? [] : history.blamed(hash, file, ...around);
        for (const from of decisions) {
          const id = decided.get(from);
          const piece = id === undefined ? undefined : texts.get(id);
          if (id !== undefined && piece !== undefined) {
            const again = { ...piece, id: `p${++pieces}` };
            turns.push({ kind: 'needs', ids: [id], again, file, query: `${file} ${subject}` });
          }
        }
        have(commit, file, around);
        for (const beside of neighbours(history, hash, file).slice(0, MAX_BESIDE)) have(commit, beside, undefined);
        const edit = comes(
          make('code', diff, hash, { file, lines: around === undefined ? null : { start: around[0], end: around[1] } }),
        );
        const held = files.get(file);
        if (held !== undefined) {
          held.ids.push(edit.id);
          held.blob = history.blob(hash, file);
        }
      }
      comes(
        make(
          'log',
          commit.changes.map(({ path: file, diff }) => `${file} | ${diff.split('\n').length}`).join('\n'),
          hash,
        ),
      );
      const decision = comes(
        make('decision', `${subject}\n${body}\nDone in ${changes.map(({ path: file }) => file).join(', ')}`, hash, {
          isToolResult: false,
        }),
      );
      decided.set(hash, decision.id);
    },
  };
}

/** Returns the first and last line of the old file that a diff's hunks touch. */
function changedLines(diff: string): readonly [number, number] | undefined {
  const ranges = [...diff.matchAll(/^@@ -(\d+)(?:,(\d+))? \+/gm)].map(
    ([, from, many]) => [Number(from), Number(from) + Number(many ?? 1)] as const,
  );
  const [first] = ranges;
  const last = ranges.at(-1);
  return first === undefined || last === undefined ? undefined : [Math.max(1, first[0]), Math.max(1, last[1])];
}

/** Returns a name that the change is about: the longest one that it removes or adds in more than one place. */
function rareName(diff: string): string | undefined {
  const counts = new Map<string, number>();
  for (const [name] of diff.matchAll(/^[+-].*$/gm))
    for (const [word] of name.matchAll(/[A-Za-z_]\w{5,}/g)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .filter(([, times]) => times > 1)
    .sort(([a], [b]) => b.length - a.length || (a < b ? -1 : 1))[0]?.[0];
}

/** Returns the repository's files that a file imports by a relative path, or in Python by a module name. */
function neighbours(history: History, hash: string, file: string): readonly string[] {
  const text = history.file(`${hash}^`, file) ?? '';
  const all = new Set(history.paths(`${hash}^`));
  const folder = path.posix.dirname(file);
  const named = [
    ...[...text.matchAll(/(?:from|require\(|import)\s*\(?['"](\.[^'"]+)['"]/g)].map(([, one = '']) =>
      path.posix.join(folder, one),
    ),
    ...[...text.matchAll(/^from \.(\w+) import/gm)].map(([, one = '']) => path.posix.join(folder, one)),
  ];
  return named.flatMap((one) =>
    ['', '.ts', '.js', '.py', '/index.js', '/index.ts']
      .map((ending) => one + ending)
      .filter((candidate) => all.has(candidate))
      .slice(0, 1),
  );
}
