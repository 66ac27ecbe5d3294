import { type Fields, isFields, textOf } from '../fields.ts';
import type { SessionFormat } from '../recorded-session.ts';
import type { SessionReader } from '../session-event.ts';
import { createClaudeCodeReader } from './claude-code.ts';
import { createCodexReader } from './codex.ts';
import { createCopilotReader } from './copilot-cli.ts';
import { createCursorReader } from './cursor.ts';
import { createGeminiReader } from './gemini-cli.ts';
import { createOpencodeReader } from './opencode.ts';

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

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

export function hasFields(list: unknown, name: string): boolean {
  return Array.isArray(list) && isFields(list[0]) && name in list[0];
}
