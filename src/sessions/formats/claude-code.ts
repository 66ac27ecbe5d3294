import { type Fields, isFields, timeOf } from '../fields.ts';
import type { SessionReader } from '../session-event.ts';
import { createTextSet } from '../text-set.ts';
import { eventOfBlock } from './message-block.ts';

/**
 * Reads a Claude Code session (`~/.claude/projects`): one JSON object a line. It skips repeated messages, what hooks said,
 * and in a session's own file what its subagents did. A subagent's file is a session of its own.
 */
export function createClaudeCodeReader(): SessionReader {
  const messages = createTextSet();
  let folder: string | undefined;
  let id: string | undefined;
  let isSubagents: boolean | undefined;
  /** The id of the last entry, of whatever type: a prompt that stands behind another one was asked after going back. */
  let last: string | undefined;
  return {
    get id() {
      return id;
    },
    get folder() {
      return folder;
    },
    read(entry) {
      const message = entry['uuid'];
      if (typeof message !== 'string' || messages.has(message)) return [];
      const isSidechain = entry['isSidechain'] === true;
      const before = isSidechain === isSubagents ? last : undefined;
      if (isSidechain === (isSubagents ?? isSidechain)) last = message;
      const isBack = before !== undefined && isPrompt(entry) && goesBack(entry, before);
      const back = isBack ? [{ message, at: timeOf(entry['timestamp']), kind: 'cleared' } as const] : [];
      if (!isMessage(entry) && !isClearing(entry)) return back;
      isSubagents ??= isSidechain;
      if (isSidechain !== isSubagents) return [];
      messages.add(message);
      id ??= idOf(entry);
      const { cwd, timestamp, isCompactSummary } = entry;
      if (typeof cwd === 'string') folder ??= cwd;
      const step = { message, request: requestOf(entry), at: timeOf(timestamp) };
      if (isClearing(entry)) return [{ ...step, kind: 'cleared' }];
      const isAsked = entry['type'] === 'user';
      const events = blocksOf(entry).flatMap((block) => {
        const event = eventOfBlock(block, isAsked, isCompactSummary === true);
        return event === undefined ? [] : [{ ...step, ...event }];
      });
      return [...back, ...events];
    },
  };
}

/** A subagent's messages carry the id of the session that started it, so its own id is added. */
function idOf({ sessionId, agentId, isSidechain }: Fields): string | undefined {
  if (typeof sessionId !== 'string') return undefined;
  return isSidechain === true && typeof agentId === 'string' ? `${sessionId}/${agentId}` : sessionId;
}

/** The lines of one answer share its id. */
function requestOf({ type, message }: Fields): string | undefined {
  const id = type === 'assistant' && isFields(message) ? message['id'] : undefined;
  return typeof id === 'string' ? id : undefined;
}

function isMessage({ type, isMeta }: Fields): boolean {
  return (type === 'user' || type === 'assistant') && isMeta !== true;
}

/** True for what the user entered. A command's own words may be marked as meta; texts that a tool adds are no prompts. */
function isPrompt(entry: Fields): boolean {
  return entry['type'] === 'user' && entry['sourceToolUseID'] === undefined && blocksOf(entry)[0]?.['type'] === 'text';
}

/** True if an entry follows another one than the last, so that the entries between them are out of the context. */
function goesBack({ parentUuid: parent }: Fields, last: string): boolean {
  return parent !== undefined && parent !== last;
}

/** It tells which calls' results are gone, but not all that are: with a cold cache it drops old ones without a word. */
function isClearing({ type, subtype }: Fields): boolean {
  return type === 'system' && subtype === 'microcompact_boundary';
}

function blocksOf({ message }: Fields): readonly Fields[] {
  const content = isFields(message) ? message['content'] : undefined;
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return Array.isArray(content) ? content.filter(isFields) : [];
}
