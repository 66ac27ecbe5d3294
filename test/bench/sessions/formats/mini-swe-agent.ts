import { type Fields, isFields, textOf, textOfBlocks } from '../../../../src/transcripts/fields.ts';
import { argumentsOf, eventOfItem } from '../../../../src/transcripts/formats/responses-item.ts';
import type { SessionEvent, SessionReader } from '../../../../src/transcripts/session-event.ts';
import { readObservation } from './observation.ts';
import { submittedPatch } from './submitted-patch.ts';

const FENCE = /```(?:bash|mswea_bash_command)[^\S\n]*\n/g;
const FENCE_END = '\n```';

/**
 * Reads a trajectory of mini-swe-agent (`*.traj.json`), one JSON document. Version 1 writes the command in a block of
 * the message; version 2 calls a tool. Both become calls of `bash` with the argument `command`.
 */
export function createMiniSweAgentReader(): SessionReader {
  return {
    id: undefined,
    folder: undefined,
    read({ messages, info }) {
      const submission = isFields(info) ? info['submission'] : undefined;
      const all = Array.isArray(messages) ? messages.filter(isFields) : [];
      return [...all.flatMap(createMessageReader(submission)), ...submittedPatch(submission)];
    },
  };
}

function createMessageReader(submission: unknown): (message: Fields) => readonly SessionEvent[] {
  let calls = 0;
  let pending: string | undefined;
  let isAnswered = false;
  return (message) => {
    const { role, content } = message;
    if (Array.isArray(message['output']) || message['type'] === 'function_call_output') return itemEvents(message);
    const text = textOfBlocks(content);
    if (role === 'assistant') {
      isAnswered = true;
      const given = eventsOfCalls(message['tool_calls']);
      const commands = given.length > 0 ? [] : blocksOf(text);
      // Any other number of blocks is rejected, and the agent must write its message again.
      const command = commands.length === 1 ? commands[0]?.command : undefined;
      pending = command === undefined ? undefined : String(++calls);
      const called: readonly SessionEvent[] =
        pending === undefined
          ? given
          : [{ kind: 'called', call: pending, tool: 'bash', args: { command: command ?? '' } }];
      return [...thoughtOf(message), ...wordsOf(text, commands[0]?.start), ...called];
    }
    if (role === 'tool') return [{ kind: 'gave', call: textOf(message['tool_call_id']), ...readObservation(text) }];
    if (role !== 'user') return [];
    if (!isAnswered) return [{ kind: 'asked', text, isSummary: false }];
    const call = pending;
    pending = undefined;
    // The last message is the patch itself, which the agent never saw. It is reported at the end.
    return call === undefined || text === submission ? [] : [{ kind: 'gave', call, ...readObservation(text) }];
  };
}

interface Block {
  readonly start: number;
  readonly command: string;
}

/** Returns the commands in a message's code blocks. A block without an end is ignored. */
function blocksOf(text: string): readonly Block[] {
  const blocks: Block[] = [];
  for (let from = 0; ; ) {
    FENCE.lastIndex = from;
    const fence = FENCE.exec(text);
    // The line break of an empty block also ends its fence.
    const end = fence === null ? -1 : text.indexOf(FENCE_END, FENCE.lastIndex - 1);
    if (fence === null || end === -1) return blocks;
    blocks.push({ start: fence.index, command: text.slice(FENCE.lastIndex, end).trim() });
    from = end + FENCE_END.length;
  }
}

/**
 * Reads version 2 messages that keep OpenAI's Responses API as is: a response with its items, and outputs between
 * them.
 */
function itemEvents(message: Fields): readonly SessionEvent[] {
  const { output, type } = message;
  const items = type === 'function_call_output' ? [message] : Array.isArray(output) ? output.filter(isFields) : [];
  return items.flatMap((item): readonly SessionEvent[] => {
    const event = eventOfItem(item);
    if (event === undefined) return [];
    return event.kind === 'gave' ? [{ ...event, ...readObservation(event.text) }] : [event];
  });
}

function eventsOfCalls(calls: unknown): readonly SessionEvent[] {
  if (!Array.isArray(calls)) return [];
  return calls.filter(isFields).map(({ id, function: given }) => {
    const { name, arguments: args } = isFields(given) ? given : ({} as Fields);
    return { kind: 'called', call: textOf(id), tool: textOf(name ?? 'bash'), args: argumentsOf(args) };
  });
}

/** Returns hidden reasoning, from the message or from the response it came from. */
function thoughtOf({ reasoning_content: own, extra }: Fields): readonly SessionEvent[] {
  const response = isFields(extra) && isFields(extra['response']) ? extra['response'] : {};
  const choice = Array.isArray(response['choices']) ? response['choices'][0] : undefined;
  const held = isFields(choice) && isFields(choice['message']) ? choice['message'] : {};
  const text = [own, held['reasoning_content'], held['reasoning']].find(
    (said) => typeof said === 'string' && said !== '',
  );
  return typeof text === 'string' ? [{ kind: 'thought', text }] : [];
}

function wordsOf(text: string, end: number | undefined): readonly SessionEvent[] {
  const words = text
    .slice(0, end)
    .replace(/^\s*THOUGHT:?\s*/, '')
    .trim();
  return words === '' ? [] : [{ kind: 'said', text: words }];
}
