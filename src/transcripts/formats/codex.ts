import { countIn, type Fields, isFields, textOf, textOfBlocks, timeOf } from '../fields.ts';
import type { SessionEvent, SessionReader } from '../session-event.ts';
import { eventOfItem } from './responses-item.ts';

/**
 * Reads a Codex session (`~/.codex/sessions`): one JSON object per line, whose payload is an item of OpenAI's Responses
 * API. Older logs contain the items directly. `event_msg` lines repeat the items for display. Only token counts and the
 * end of a command are read from them, because the command's end precedes its result there.
 */
export function createCodexReader(): SessionReader {
  let folder: string | undefined;
  let id: string | undefined;
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
      const event = toEvent(entry);
      return event === undefined ? [] : [{ at: timeOf(timestamp), ...event }];
    },
  };
}

function isOldHeader(entry: Fields): boolean {
  return entry['type'] === undefined && typeof entry['id'] === 'string';
}

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
