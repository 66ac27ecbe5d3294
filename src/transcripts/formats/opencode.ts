import { type Fields, isFields, textOf } from '../fields.ts';
import type { Arguments, SessionEvent, SessionReader } from '../session-event.ts';

/**
 * Reads an opencode session. This is the output of `opencode export` (`{info, messages}`), or its storage as one
 * entry for the session (`{info}`) and one per message (`{info, parts}`).
 */
export function createOpencodeReader(): SessionReader {
  let folder: string | undefined;
  let id: string | undefined;
  const readMessage = (entry: Fields): readonly SessionEvent[] => {
    const { id: message, info, parts } = entry;
    if (!isFields(info) || !Array.isArray(parts)) return [];
    if (isFields(info['path']) && typeof info['path']['cwd'] === 'string') folder ??= info['path']['cwd'];
    if (typeof info['sessionID'] === 'string') id ??= info['sessionID'];
    return parts.filter(isFields).flatMap((part) => eventsOfPart({ id: message, ...info }, part));
  };
  return {
    get id() {
      return id;
    },
    get folder() {
      return folder;
    },
    read(entry) {
      const { info, messages, parts } = entry;
      if (parts !== undefined) return readMessage(entry);
      if (isFields(info)) {
        if (typeof info['id'] === 'string') id ??= info['id'];
        if (typeof info['directory'] === 'string') folder ??= info['directory'];
      }
      return Array.isArray(messages) ? messages.filter(isFields).flatMap(readMessage) : [];
    },
  };
}

function eventsOfPart(info: Fields, part: Fields): readonly SessionEvent[] {
  const step = { message: nameOf(info['id']), at: createdAt(info) };
  const text = textOf(part['text']);
  switch (part['type']) {
    case 'text':
      // Synthetic parts are opencode's own words, e.g. the content of an attached file.
      if (part['synthetic'] === true || part['ignored'] === true) return [];
      if (info['summary'] === true) return [{ ...step, kind: 'asked', text, isSummary: true }];
      return [
        info['role'] === 'user' ? { ...step, kind: 'asked', text, isSummary: false } : { ...step, kind: 'said', text },
      ];
    case 'reasoning':
      return text === '' ? [] : [{ ...step, kind: 'thought', text }];
    case 'tool':
      return toolEvents(part).map((event) => ({ ...step, ...event }));
    default:
      return [];
  }
}

function toolEvents({ id, callID, tool, state }: Fields): readonly SessionEvent[] {
  const call = textOf(callID ?? id);
  const { status, input, output, error, metadata } = isFields(state) ? state : ({} as Fields);
  const args = isFields(input) ? (input as Arguments) : {};
  const called: SessionEvent = { kind: 'called', call, tool: textOf(tool), args };
  if (status === 'error') return [called, { kind: 'gave', call, text: textOf(error), isFailed: true }];
  // A running call has no output yet.
  if (status !== 'completed') return [called];
  const exit = isFields(metadata) ? metadata['exit'] : 0;
  const isFailed = typeof exit === 'number' && exit !== 0;
  return [called, { kind: 'gave', call, text: textOf(output), isFailed }];
}

const nameOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

function createdAt({ time }: Fields): number | undefined {
  const created = isFields(time) ? time['created'] : undefined;
  return typeof created === 'number' ? created : undefined;
}
