import { createHash } from 'node:crypto';
import path from 'node:path';
import type { LineRange } from '../../../src/context/segment.ts';
import type { Fields } from '../../../src/transcripts/fields.ts';
import type { SessionEvent } from '../../../src/transcripts/session-event.ts';

/** Events that added to an agent's context, in their order. */
export type LogEvent =
  | { readonly kind: 'said'; readonly isSummary: boolean; readonly text: string }
  /** `text` has no line numbers; `lines` is null if the whole file is shown. */
  | { readonly kind: 'read'; readonly file: string; readonly lines: LineRange | null; readonly text: string }
  | { readonly kind: 'changed'; readonly file: string; readonly changes: readonly Replacement[] }
  | { readonly kind: 'gave'; readonly tool: string; readonly topic: string; readonly text: string };

export interface Replacement {
  /** Empty if the whole file was written. */
  readonly before: string;
  readonly after: string;
}

export interface Log {
  readonly events: readonly LogEvent[];
  /** Ids of its messages, because a resumed session repeats them. */
  readonly ids: ReadonlySet<string>;
  /** ISO 8601. */
  readonly startedAt: string;
  /** Hash of the home folder, the same for all sessions of one developer. */
  readonly developer: string;
}

/** A session of Claude Code, as opened by the reader of sessions. */
interface ClaudeSession {
  readonly folder: string | undefined;
  events(): AsyncIterable<SessionEvent>;
}

/** Max lines that a whole read shows of a longer file. */
const MAX_LINES = 2000;
/** Max UTF-16 units of a topic, as in the launcher. */
const LONGEST_TOPIC = 120;
const NUMBERED = /^\s*(\d+)(?:\t|→)(.*)$/;
/** A worktree's folder within the repository's own. */
const WORKTREE = /\/(?:\.claude\/|\.)worktrees\/[^/]+/;
const HOME = /^\/(?:Users|home)\/[^/]+/;

/**
 * Collects the events that added to the context of a session of Claude Code. Skips thoughts, and the agent's calls
 * except for edits. A failed call gave its error. File paths are relative to the folder in which the session began, in
 * any worktree. Undefined if there are no events.
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

/** Returns the numbered lines of a read's result. Reminders among them have no number. */
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

/** Returns the request in one line, as the launcher stores it with an output. */
function topicOf(tool: string, { command, pattern, path: place, file_path: file, query, url }: Fields): string {
  const said = tool === 'Bash' ? [command] : [tool, pattern, place, file, query, url];
  const line = said.filter((word) => typeof word === 'string').join(' ');
  return line.replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_TOPIC);
}

function nameOf(file: string, root: string): string {
  const own = (place: string): string => place.replace(WORKTREE, '');
  return path.posix.relative(own(root), path.posix.resolve(own(root), own(file)));
}
