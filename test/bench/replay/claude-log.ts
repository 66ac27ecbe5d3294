import { createHash } from 'node:crypto';
import path from 'node:path';
import type { LineRange } from '../../../src/context/segment.ts';

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

type Fields = Readonly<Record<string, unknown>>;

/** A whole read of a longer file shows no more lines than this. */
const MOST_LINES = 2000;
/** UTF-16 units of a topic, as the launcher writes one down. */
const LONGEST_TOPIC = 120;
const NUMBERED = /^\s*(\d+)(?:\t|→)(.*)$/;
/** A worktree's folder within the repository's own. */
const WORKTREE = /\/(?:\.claude\/|\.)worktrees\/[^/]+/;
const HOME = /^\/(?:Users|home)\/[^/]+/;

/**
 * Reads the log of a session of Claude Code: one JSON object a line. What subagents and hooks said is left out, as are
 * thoughts and the agent's calls, edits aside. A call that failed gave its error. Files are named from the folder in
 * which the session began, whichever worktree they are in. Undefined for a log of anything else.
 */
export function readClaudeLog(text: string): Log | undefined {
  const events: LogEvent[] = [];
  const ids = new Set<string>();
  const calls = new Map<unknown, { readonly tool: string; readonly input: Fields }>();
  let [root, startedAt] = ['', ''];
  for (const line of text.split('\n')) {
    const entry = parse(line);
    const id = entry?.['uuid'];
    if (entry === undefined || typeof id !== 'string' || ids.has(id) || !isMessage(entry)) continue;
    ids.add(id);
    root ||= String(entry['cwd'] ?? '');
    startedAt ||= String(entry['timestamp'] ?? '');
    const isSummary = entry['isCompactSummary'] === true;
    for (const block of blocksOf(entry)) {
      if (block['type'] === 'text') events.push({ kind: 'said', isSummary, text: String(block['text']) });
      if (block['type'] === 'tool_use') {
        calls.set(block['id'], { tool: String(block['name']), input: (block['input'] ?? {}) as Fields });
      }
      if (block['type'] === 'tool_result') {
        const { tool, input } = calls.get(block['tool_use_id']) ?? { tool: 'unknown', input: {} };
        const given = { tool, input, text: textOf(block['content']), isFailed: block['is_error'] === true };
        events.push(toEvent(given, (file) => nameOf(file, root)));
      }
    }
  }
  if (events.length === 0) return undefined;
  const home = HOME.exec(root)?.[0] ?? '';
  return { events, ids, startedAt, developer: createHash('sha256').update(home).digest('hex').slice(0, 12) };
}

/** Undefined for a line that is no object: the last one of a log may be cut. */
function parse(line: string): Fields | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line) as Fields;
  } catch {
    return undefined;
  }
}

function isMessage({ type, isSidechain, isMeta }: Fields): boolean {
  return (type === 'user' || type === 'assistant') && isSidechain !== true && isMeta !== true;
}

function blocksOf({ message }: Fields): readonly Fields[] {
  const content = (message as Fields | undefined)?.['content'];
  return typeof content === 'string' ? [{ type: 'text', text: content }] : ((content ?? []) as readonly Fields[]);
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return ((content ?? []) as readonly Fields[])
    .filter(({ type }) => type === 'text')
    .map(({ text }) => String(text))
    .join('\n');
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
    const isWhole = input['offset'] === undefined && input['limit'] === undefined && shown.length < MOST_LINES;
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
