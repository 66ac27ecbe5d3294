import { type Fields, isFields } from '../fields.ts';
import type { SessionEvent, SessionReader } from '../session-event.ts';
import { eventOfBlock } from './message-block.ts';

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
