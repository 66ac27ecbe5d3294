import { countIn, type Fields, isFields, textOf, timeOf } from '../fields.ts';
import type { SessionReader, Usage } from '../session-event.ts';
import { createTextSet } from '../text-set.ts';
import { eventOfBlock } from './message-block.ts';

const REDACTED = /redacted|\*{3}/i;

/** True if an id was replaced before the record was published, so it identifies nothing. */
export const isRedacted = (id: string): boolean => REDACTED.test(id);

/**
 * Reads a Claude Code session (`~/.claude/projects`): one JSON object per line. Skips repeated messages, hook output,
 * and, in a session's own file, the work of its subagents. A subagent's file is a session of its own.
 */
export function createClaudeCodeReader(): SessionReader {
  const messages = createTextSet();
  let folder: string | undefined;
  let id: string | undefined;
  let isSubagents: boolean | undefined;
  /**
   * Id of the last entry of any type. A prompt with an older parent was entered after going back in the conversation.
   */
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
      if (typeof message !== 'string' || (messages.has(message) && !isRedacted(message))) return [];
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
      const cleared = isClearing(entry) ? [{ ...step, kind: 'cleared' } as const] : [];
      if (!isMessage(entry)) return cleared;
      const isAsked = entry['type'] === 'user';
      const events = blocksOf(entry).flatMap((block) => {
        const event = eventOfBlock(block, isAsked, isCompactSummary === true);
        return event === undefined ? [] : [{ ...step, ...event }];
      });
      const usage = usageOf(entry);
      return [
        ...back,
        ...cleared,
        ...events,
        ...(usage === undefined ? [] : [{ ...step, kind: 'billed', usage, model: modelOf(entry) } as const]),
      ];
    },
  };
}

/**
 * Returns the session's id. A subagent's messages carry its parent session's id, so the subagent's own id is
 * appended.
 */
function idOf({ sessionId, agentId, isSidechain }: Fields): string | undefined {
  if (typeof sessionId !== 'string') return undefined;
  return isSidechain === true && typeof agentId === 'string' ? `${sessionId}/${agentId}` : sessionId;
}

/** Returns the id that all lines of one answer share; undefined if it is redacted. */
function requestOf({ type, message }: Fields): string | undefined {
  const id = type === 'assistant' && isFields(message) ? message['id'] : undefined;
  return typeof id === 'string' && !isRedacted(id) ? id : undefined;
}

/** Returns the usage that Anthropic's API counted (https://docs.claude.com/en/api/messages, `usage`). */
function usageOf({ message }: Fields): Usage | undefined {
  const usage = isFields(message) ? message['usage'] : undefined;
  if (!isFields(usage)) return undefined;
  const { cache_creation: written } = usage;
  const long = countIn(isFields(written) ? written['ephemeral_1h_input_tokens'] : undefined);
  const cacheWrite = countIn(usage['cache_creation_input_tokens']) - long;
  const cacheRead = countIn(usage['cache_read_input_tokens']);
  return {
    ...{ input: countIn(usage['input_tokens']), cacheRead, cacheWrite, cacheWriteLong: long },
    output: countIn(usage['output_tokens']),
  };
}

const modelOf = ({ message }: Fields): string => textOf(isFields(message) ? message['model'] : undefined);

const isMessage = ({ type, isMeta }: Fields): boolean => (type === 'user' || type === 'assistant') && isMeta !== true;

/** True for user input. A command's own words may be marked as meta. Texts that a tool adds are not prompts. */
function isPrompt(entry: Fields): boolean {
  return entry['type'] === 'user' && entry['sourceToolUseID'] === undefined && blocksOf(entry)[0]?.['type'] === 'text';
}

/** True if the entry's parent is not the last entry. The entries in between are then out of the context. */
const goesBack = ({ parentUuid: parent }: Fields, last: string): boolean => parent !== undefined && parent !== last;

const CLEARING = new Set<unknown>(['microcompact_boundary', 'compact_boundary']);

/**
 * True if the entry reports results that left the context: by the host, by a compaction, or by the API before it
 * answered (https://docs.claude.com/en/docs/build-with-claude/context-editing, `applied_edits`). It names some but not
 * all: with a cold cache the host drops old ones silently.
 */
function isClearing({ type, subtype, message }: Fields): boolean {
  if (type === 'system') return CLEARING.has(subtype);
  const managed = isFields(message) ? message['context_management'] : undefined;
  const edits = isFields(managed) ? managed['applied_edits'] : undefined;
  return (
    Array.isArray(edits) && edits.some((edit) => isFields(edit) && !textOf(edit['type']).startsWith('clear_thinking'))
  );
}

function blocksOf({ message }: Fields): readonly Fields[] {
  const content = isFields(message) ? message['content'] : undefined;
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return Array.isArray(content) ? content.filter(isFields) : [];
}
