import { countIn, type Fields, isFields, textOf, textOfBlocks, timeOf } from '../fields.ts';
import type { SessionFormat } from '../recorded-session.ts';
import type { SessionEvent, SessionReader } from '../session-event.ts';
import { createClaudeCodeReader } from './claude-code.ts';
import { createCopilotReader } from './copilot-cli.ts';
import { createGeminiReader } from './gemini-cli.ts';
import { eventOfBlock } from './message-block.ts';
import { createOpencodeReader } from './opencode.ts';
import { eventOfItem } from './responses-item.ts';

/**
 * Reads a Codex session (`~/.codex/sessions`): one JSON object per line, whose payload is an item of OpenAI's Responses
 * API. Older logs contain the items directly. `event_msg` lines repeat the items for display. Only token counts and the
 * end of a command are read from them, because the command's end precedes its result there.
 */
export function createCodexReader(): SessionReader {
  let folder: string | undefined;
  let id: string | undefined;
  let model: string | undefined;
  return {
    get id() {
      return id;
    },
    get folder() {
      return folder;
    },
    read(entry) {
      const { type, payload, timestamp } = entry;
      if (type === 'session_meta' || isOldHeader(entry)) {
        // A forked session continues with its parent's header and items. The first header is its own.
        const meta = isFields(payload) ? payload : entry;
        if (typeof meta['cwd'] === 'string') folder ??= meta['cwd'];
        if (typeof meta['id'] === 'string') id ??= meta['id'];
        return [];
      }
      if (type === 'turn_context' && isFields(payload)) model = textOf(payload['model']);
      const event = toEvent(entry);
      if (event === undefined) return [];
      return [{ at: timeOf(timestamp), ...event, ...(event.kind === 'billed' && { model }) }];
    },
  };
}

const isOldHeader = (entry: Fields): boolean => entry['type'] === undefined && typeof entry['id'] === 'string';

function toEvent(entry: Fields): SessionEvent | undefined {
  const { type, payload } = entry;
  if (type === 'event_msg') return isFields(payload) ? (toExit(payload) ?? toBilled(payload)) : undefined;
  if (type === 'compacted' && isFields(payload)) {
    // Newer versions encrypt the summary, so its text may be empty.
    return { kind: 'asked', text: textOfBlocks(payload['message']), isSummary: true };
  }
  const item = type === 'response_item' ? payload : payload === undefined ? entry : undefined;
  return isFields(item) ? eventOfItem(item) : undefined;
}

/**
 * Reads the counts of the last request. Codex caches input that was not cached, without a surcharge, so no cache write
 * is counted.
 */
function toBilled({ type, info }: Fields): SessionEvent | undefined {
  const usage = type === 'token_count' && isFields(info) ? info['last_token_usage'] : undefined;
  if (!isFields(usage)) return undefined;
  const cacheRead = countIn(usage['cached_input_tokens']);
  const input = countIn(usage['input_tokens']) - cacheRead;
  const output = countIn(usage['output_tokens']);
  return { kind: 'billed', usage: { input, cacheRead, cacheWrite: 0, cacheWriteLong: 0, output } };
}

/** Reads the end of a command: `item_completed`, or `exec_command_end` in older versions. */
function toExit(payload: Fields): SessionEvent | undefined {
  const { type, item } = payload;
  const ended = type === 'exec_command_end' ? payload : type === 'item_completed' && isFields(item) ? item : undefined;
  if (ended === undefined || (ended === item && ended['type'] !== 'CommandExecution')) return undefined;
  const { exit_code: exitCode } = ended;
  const call = textOf(ended['call_id'] ?? ended['id']);
  return Number.isSafeInteger(exitCode) ? { kind: 'exited', call, exitCode: exitCode as number } : undefined;
}

const OPEN = '<user_query>';
const CLOSE = '</user_query>';

/**
 * Reads a Cursor transcript (`agent-transcripts` in a project's folder): one message per line. It lacks most tool
 * results, and the ids of calls, the session and its folder.
 */
export function createCursorReader(): SessionReader {
  let calls = 0;
  return {
    id: undefined,
    folder: undefined,
    read({ role, message }) {
      if (role !== 'user' && role !== 'assistant') return [];
      return blocksOf(message).flatMap((block): readonly SessionEvent[] => {
        const event = eventOfBlock(block, role === 'user', false);
        // Calls without an id must not be taken for one call.
        if (event?.kind === 'called') return [event.call === '' ? { ...event, call: `call ${++calls}` } : event];
        const own = event?.kind === 'asked' ? { ...event, text: ownWords(event.text) } : event;
        return own === undefined || ('text' in own && own.text.trim() === '') ? [] : [own];
      });
    },
  };
}

function blocksOf(message: unknown): readonly Fields[] {
  const content = isFields(message) ? message['content'] : undefined;
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return Array.isArray(content) ? content.filter(isFields) : [];
}

/** Returns the user's words, which stand between tags. The host may add notes on files and times around them. */
function ownWords(text: string): string {
  const start = text.indexOf(OPEN);
  const end = text.lastIndexOf(CLOSE);
  return start === -1 || end < start ? text : text.slice(start + OPEN.length, end).trim();
}

/** A recording format: how to detect it from one entry, its known versions, and its reader. */
export interface Format {
  readonly name: SessionFormat;
  matches(entry: Fields): boolean;
  /** Returns the version named in an entry. */
  versionOf?(entry: Fields): unknown;
  /** Highest supported major version. */
  readonly maxMajor: number;
  /** True if call ids are unique, and stay the same when a host copies a session to resume or fork it. Default false. */
  readonly keepsCallIds?: boolean;
  createReader(): SessionReader;
}

const CODEX_LINES = new Set(['session_meta', 'response_item', 'event_msg', 'turn_context', 'compacted']);

/** All formats. The first match is used. */
export const FORMATS: readonly Format[] = [
  {
    name: 'codex',
    matches: ({ type, payload, record_type: record, id, instructions, timestamp, role, content }) =>
      (CODEX_LINES.has(textOf(type)) && isFields(payload)) ||
      record === 'state' ||
      (type === undefined && isText(id) && isText(timestamp) && instructions !== undefined) ||
      (type === 'message' && isText(role) && Array.isArray(content)),
    versionOf: ({ type, payload }) =>
      type === 'session_meta' && isFields(payload) ? payload['cli_version'] : undefined,
    maxMajor: 1,
    keepsCallIds: true,
    createReader: createCodexReader,
  },
  {
    name: 'copilot-cli',
    matches: ({ type, data, id, parentId }) =>
      /^(?:session|user|assistant|tool|system|hook)\./.test(textOf(type)) &&
      isFields(data) &&
      isText(id) &&
      parentId !== undefined,
    versionOf: ({ type, data }) => (type === 'session.start' && isFields(data) ? data['copilotVersion'] : undefined),
    maxMajor: 1,
    keepsCallIds: true,
    createReader: createCopilotReader,
  },
  {
    name: 'claude-code',
    matches: ({ type, uuid, sessionId, leafUuid, messageId, projectHash }) =>
      isText(type) && projectHash === undefined && [uuid, sessionId, leafUuid, messageId].some(isText),
    versionOf: ({ uuid, version }) => (isText(uuid) ? version : undefined),
    maxMajor: 2,
    keepsCallIds: true,
    createReader: createClaudeCodeReader,
  },
  {
    name: 'cursor',
    // Claude Code's messages look the same but have a type.
    matches: ({ role, message, type }) =>
      (role === 'user' || role === 'assistant') &&
      type === undefined &&
      isFields(message) &&
      (isText(message['content']) || Array.isArray(message['content'])),
    maxMajor: 0,
    createReader: createCursorReader,
  },
  {
    name: 'gemini-cli',
    matches: ({ sessionId, projectHash }) => isText(sessionId) && isText(projectHash),
    maxMajor: 0,
    keepsCallIds: true,
    createReader: createGeminiReader,
  },
  {
    name: 'opencode',
    matches: ({ info, messages, parts }) =>
      isFields(info) &&
      ((isText(info['id']) && info['id'].startsWith('ses')) ||
        (isText(info['role']) && Array.isArray(parts)) ||
        hasFields(messages, 'parts')),
    versionOf: ({ info }) => (isFields(info) ? info['version'] : undefined),
    maxMajor: 1,
    keepsCallIds: true,
    createReader: createOpencodeReader,
  },
];

/** True if the entry names a major version above the highest supported one. */
export function isUnknownVersion(format: Format, entry: Fields): boolean {
  const version = format.versionOf?.(entry);
  // Development builds have other names, e.g. `local`.
  const major = isText(version) ? /^v?(\d+)(?:\.|$)/.exec(version)?.[1] : undefined;
  return major !== undefined && Number(major) > format.maxMajor;
}

const isText = (value: unknown): value is string => typeof value === 'string';

export function hasFields(list: unknown, name: string): boolean {
  return Array.isArray(list) && isFields(list[0]) && name in list[0];
}
