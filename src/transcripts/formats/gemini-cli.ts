import { LIKE_NOTICE } from '../../text/hook-notice.ts';
import { type Fields, isFields, textOf, timeOf } from '../fields.ts';
import type { Arguments, SessionEvent, SessionReader } from '../session-event.ts';
import { createTextSet } from '../text-set.ts';

/**
 * Reads a Gemini CLI session (`~/.gemini/tmp/<project>/chats`): one JSON document, or in newer versions one line per
 * message. A message's line is written again when something is added to it, so only the new part becomes an event.
 * Messages that the user rewound are kept, since they happened.
 */
export function createGeminiReader(): SessionReader {
  const seen = createTextSet();
  let folder: string | undefined;
  let id: string | undefined;
  const isNew = (key: string): boolean => {
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  };
  const readMessage = (message: Fields): readonly SessionEvent[] => {
    const { timestamp, type } = message;
    if (type !== 'user' && type !== 'gemini') return [];
    const name = textOf(message['id']);
    const step = { message: name, at: timeOf(timestamp) };
    return [
      ...thoughtsOf(message).filter((_, at) => isNew(`thought ${name} ${at}`)),
      ...wordsOf(message).filter(() => isNew(`words ${name}`)),
      ...callsOf(message).filter(({ kind, call }) => isNew(`${kind} ${call}`)),
    ].map((event) => ({ ...step, ...event }));
  };
  const readHeader = ({ sessionId, directories }: Fields): void => {
    if (typeof sessionId === 'string') id ??= sessionId;
    if (Array.isArray(directories) && typeof directories[0] === 'string') folder ??= directories[0];
  };
  return {
    get id() {
      return id;
    },
    get folder() {
      return folder;
    },
    read(entry) {
      if (typeof entry['type'] === 'string') return readMessage(entry);
      const held = isFields(entry['$set']) ? entry['$set'] : entry;
      readHeader(held);
      return Array.isArray(held['messages']) ? held['messages'].filter(isFields).flatMap(readMessage) : [];
    },
  };
}

function thoughtsOf({ thoughts }: Fields): readonly SessionEvent[] {
  if (!Array.isArray(thoughts)) return [];
  return thoughts.filter(isFields).map(({ subject, description }) => {
    const words = [subject, description].filter((word) => typeof word === 'string' && word !== '');
    return { kind: 'thought', text: words.join(': ') };
  });
}

/** Returns the words of the user or the model. A message that hands results to the model has none. */
function wordsOf({ type, content }: Fields): readonly SessionEvent[] {
  if (Array.isArray(content) && content.some((part) => isFields(part) && part['functionResponse'] !== undefined))
    return [];
  const text = textOfParts(content);
  if (text === '') return [];
  return [type === 'user' ? { kind: 'asked', text, isSummary: false } : { kind: 'said', text }];
}

type CallEvent = Extract<SessionEvent, { readonly call: string }>;

function callsOf({ toolCalls }: Fields): readonly CallEvent[] {
  if (!Array.isArray(toolCalls)) return [];
  return toolCalls.filter(isFields).flatMap((given): readonly CallEvent[] => {
    const { name, args, result, status, resultDisplay } = given;
    const call = textOf(given['id']);
    const called: CallEvent = {
      ...{ kind: 'called', call, tool: textOf(name) },
      args: isFields(args) ? (args as Arguments) : {},
    };
    if (result === undefined && resultDisplay === undefined) return [called];
    const text = textOfParts(result) || (typeof resultDisplay === 'string' ? resultDisplay : '');
    return [called, { kind: 'gave', call, text, isFailed: isFailure(status, text) }];
  });
}

/**
 * True if a call failed. A result that a hook has shortened is recorded as an error, because a hook can replace a
 * result only by refusing it.
 */
function isFailure(status: unknown, text: string): boolean {
  if (status !== 'error') return status === 'cancelled';
  return !LIKE_NOTICE.test(text) || /^Exit Code: [1-9]/m.test(text);
}

/** Returns the text of a string, a part, or a list of them. A tool's answer is in a part's `functionResponse`. */
function textOfParts(content: unknown): string {
  if (typeof content === 'string') return content;
  if (Array.isArray(content))
    return content
      .map(textOfParts)
      .filter((text) => text !== '')
      .join('\n');
  if (!isFields(content)) return '';
  if (typeof content['text'] === 'string') return content['text'];
  const answer = isFields(content['functionResponse']) ? content['functionResponse']['response'] : undefined;
  if (!isFields(answer)) return '';
  const { output, error } = answer;
  if (typeof output === 'string') return output;
  return typeof error === 'string' ? error : JSON.stringify(output ?? answer);
}
