import { type Fields, isFields, textOf, textOfBlocks } from '../fields.ts';
import type { Arguments, SessionEvent } from '../session-event.ts';

/** Returns the event of a content block in a message of Anthropic's Messages API; undefined for types without one. */
export function eventOfBlock(block: Fields, isAsked: boolean, isSummary: boolean): SessionEvent | undefined {
  switch (block['type']) {
    case 'text':
      return isAsked
        ? { kind: 'asked', text: textOf(block['text']), isSummary }
        : { kind: 'said', text: textOf(block['text']) };
    case 'thinking':
      return { kind: 'thought', text: textOf(block['thinking']) };
    case 'tool_use': {
      const { id, name, input } = block;
      const args = isFields(input) ? (input as Arguments) : {};
      return { kind: 'called', call: textOf(id), tool: textOf(name), args };
    }
    case 'tool_result': {
      const { tool_use_id: call, content, is_error: failed } = block;
      return { kind: 'gave', call: textOf(call), text: textOfBlocks(content), isFailed: failed === true };
    }
    default:
      return undefined;
  }
}
