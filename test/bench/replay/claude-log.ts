import { createHash } from 'node:crypto';
import path from 'node:path';
import type { LineRange } from '../../../src/context/segment.ts';
import type { Fields } from '../../../src/transcripts/fields.ts';
import type { SessionEvent } from '../../../src/transcripts/session-event.ts';

/** What came into the context of an agent, in the order in which it came. */
export type LogEvent =
  | { readonly kind: 'said'; readonly isSummary: boolean; readonly text: string }
  /** `text` is without line numbers; `lines` null where the whole file is shown. */
  | { readonly kind: 'read'; readonly file: string; readonly lines: LineRange | null; readonly text: string }
  | { readonly kind: 'changed'; readonly file: string; readonly changes: readonly Replacement[] }
  | { readonly kind: 'gave'; readonly tool: string; readonly topic: string; readonly text: string };

export interface Replacement {
  /** Empty where a file was written. */
  readonly before: string;
  readonly after: string;
}

export interface Log {
  readonly events: readonly LogEvent[];
  /** Of its messages: a session that is resumed repeats them. */
  readonly ids: ReadonlySet<string>;
  /** ISO 8601. */
  readonly startedAt: string;
  /** A hash of the home folder: sessions of one developer have the same. */
  readonly developer: string;
}

/** A session of Claude Code, as the reader of sessions opens it. */
interface ClaudeSession {
  readonly folder: string | undefined;
  events(): AsyncIterable<SessionEvent>;
}

/** A whole read of a longer file shows no more lines than this. */
const MAX_LINES = 2000;
/** UTF-16 units of a topic, as the launcher writes one down. */
const LONGEST_TOPIC = 120;
const NUMBERED = /^\s*(\d+)(?:\t|→)(.*)$/;
/** A worktree's folder within the repository's own. */
const WORKTREE = /\/(?:\.claude\/|\.)worktrees\/[^/]+/;
const HOME = /^\/(?:Users|home)\/[^/]+/;

/**
 * Collects what came into the context in a session of Claude Code. Thoughts and the agent's calls are left out, edits
 * aside. A call that failed gave its error. Files are named from the folder in which the session began, whichever worktree
 * they are in. Undefined if nothing came.
 */
export async function readClaudeLog(session: ClaudeSession): Promise<Log | undefined> {
  const folder = session.folder ?? '';
  const events: LogEvent[] = [];
  const ids = new Set<string>();
  const calls = new Map<string, { readonly tool: string; readonly input: Fields }>();
  let startedAt = '';
  for await (const event of session.events()) {
    ids.add(event.message ?? '');
    startedAt ||= event.at === undefined ? '' : new Date(event.at).toISOString();
    if (event.kind === 'asked') events.push({ kind: 'said', isSummary: event.isSummary, text: event.text });
    if (event.kind === 'said') events.push({ kind: 'said', isSummary: false, text: event.text });
    if (event.kind === 'called') calls.set(event.call, { tool: event.tool, input: event.args });
    if (event.kind === 'gave') {
      const { tool, input } = calls.get(event.call) ?? { tool: 'unknown', input: {} };
      events.push(toEvent({ tool, input, ...event }, (file) => nameOf(file, folder)));
    }
  }
  if (events.length === 0) return undefined;
  const home = HOME.exec(folder)?.[0] ?? '';
  return { events, ids, startedAt, developer: createHash('sha256').update(home).digest('hex').slice(0, 12) };
}

interface Given {
  readonly tool: string;
  readonly input: Fields;
  readonly text: string;
  readonly isFailed: boolean;
}

function toEvent({ tool, input, text, isFailed }: Given, name: (file: string) => string): LogEvent {
  const gave = { kind: 'gave', tool, topic: topicOf(tool, input), text } as const;
  const given = input['file_path'];
  if (isFailed || typeof given !== 'string') return gave;
  const file = name(given);
  if (tool === 'Read') {
    const shown = numbered(text);
    if (shown.length === 0) return gave;
    const isWhole = input['offset'] === undefined && input['limit'] === undefined && shown.length < MAX_LINES;
    const lines = isWhole ? null : { start: shown[0]?.[0] ?? 1, end: shown.at(-1)?.[0] ?? 1 };
    return { kind: 'read', file, lines, text: shown.map(([, line]) => line).join('\n') };
  }
  const changes = changesOf(tool, input);
  return changes.length === 0 ? gave : { kind: 'changed', file, changes };
}

/** The numbered lines of what a read gave; reminders beside them have no number. */
function numbered(text: string): readonly (readonly [number, string])[] {
  return text.split('\n').flatMap((line) => {
    const [, number, rest] = NUMBERED.exec(line) ?? [];
    return number === undefined || rest === undefined ? [] : [[Number(number), rest] as const];
  });
}

function changesOf(tool: string, input: Fields): readonly Replacement[] {
  const toReplacement = ({ old_string: before, new_string: after }: Fields): Replacement => ({
    before: String(before ?? ''),
    after: String(after ?? ''),
  });
  if (tool === 'Write') return [{ before: '', after: String(input['content'] ?? '') }];
  if (tool === 'Edit') return [toReplacement(input)];
  return tool === 'MultiEdit' ? ((input['edits'] ?? []) as readonly Fields[]).map(toReplacement) : [];
}

/** What was asked for, in a line, as the launcher writes it down with an output. */
function topicOf(tool: string, { command, pattern, path: place, file_path: file, query, url }: Fields): string {
  const said = tool === 'Bash' ? [command] : [tool, pattern, place, file, query, url];
  const line = said.filter((word) => typeof word === 'string').join(' ');
  return line.replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_TOPIC);
}

function nameOf(file: string, root: string): string {
  const own = (place: string): string => place.replace(WORKTREE, '');
  return path.posix.relative(own(root), path.posix.resolve(own(root), own(file)));
}
