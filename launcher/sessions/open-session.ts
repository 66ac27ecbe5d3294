import { FORMATS, type Format } from '../../src/transcripts/formats/formats.ts';
import { createLineSplitter } from '../../src/transcripts/line-splitter.ts';
import type { SessionFormat, SkipReason } from '../../src/transcripts/recorded-session.ts';
import type { SessionEvent } from '../../src/transcripts/session-event.ts';
import { createSessionStream, type SessionStream } from '../../src/transcripts/session-stream.ts';
import type { SessionSource } from '../hosts/recordings.ts';
import { createSessionHead } from './session-head.ts';

/** True if a call was already read in another session. */
export type IsReadCall = (format: SessionFormat, call: string) => boolean;

export interface OpenOptions {
  /** Default: no session was read before. */
  readonly isReadCall?: IsReadCall | undefined;
  /** Formats to detect. Default: those of the known hosts. */
  readonly formats?: readonly Format[] | undefined;
}

/** A session whose start has been read. */
export interface OpenSession {
  readonly id: string | undefined;
  readonly format: SessionFormat | undefined;
  readonly folder: string | undefined;
  /** Ids of its first new calls; empty if the first few thousand events have none. */
  readonly firstCalls: readonly string[];
  /** True if it starts with calls already read in another session, followed by fewer than eight new ones. */
  readonly isRepeated: boolean;
  /** True if it ended within its start. */
  readonly isRead: boolean;
  /** Reason why it was skipped, entirely or in part, known so far. */
  readonly skipped: SkipReason | undefined;
  /** Reads it from the start, once. A fork is read from the point where it differs from its original. */
  events(): AsyncGenerator<SessionEvent>;
  close(): Promise<void>;
}

/** Opens a session and reads its start. Rejects only if `signal` is aborted. */
export async function openSession(
  source: SessionSource,
  signal: AbortSignal,
  { isReadCall = () => false, formats = FORMATS }: OpenOptions = {},
): Promise<OpenSession> {
  const stream = createSessionStream(formats);
  let fault: SkipReason | undefined;
  let isRead = false;
  const batches = readBatches(source, stream, signal);
  const next = async (): Promise<readonly SessionEvent[] | undefined> => {
    try {
      const batch = await batches.next();
      if (batch.done !== true) return batch.value;
    } catch {
      signal.throwIfAborted();
      fault = stream.format === undefined ? 'unreadable' : 'cut';
    }
    isRead = true;
    return undefined;
  };

  const head = createSessionHead((call) => stream.format !== undefined && isReadCall(stream.format, call));
  while (!head.isFull) {
    const batch = await next();
    if (batch === undefined) break;
    batch.forEach(head.add);
  }

  return {
    id: stream.id,
    format: stream.format,
    folder: stream.folder,
    firstCalls: head.calls,
    isRepeated: isRead && head.isRepeated,
    get isRead() {
      return isRead;
    },
    get skipped() {
      if (fault !== undefined) return fault;
      const reason = stream.skipped;
      return reason === 'empty' && !isRead ? undefined : reason;
    },
    async *events() {
      yield* head.take();
      for (let batch = await next(); batch !== undefined; batch = await next()) yield* batch;
    },
    async close() {
      await batches.return(undefined);
    },
  };
}

/** Reads the events in batches, because awaiting each event or line would take longer than parsing it. */
async function* readBatches(
  source: SessionSource,
  stream: SessionStream,
  signal: AbortSignal,
): AsyncGenerator<readonly SessionEvent[], undefined> {
  const splitter = createLineSplitter();
  for await (const chunk of source.open(signal)) {
    signal.throwIfAborted();
    const events: SessionEvent[] = [];
    for (const line of splitter.split(chunk)) {
      if (line === undefined) stream.passOver();
      else for (const event of stream.read(line)) events.push(event);
    }
    if (events.length > 0) yield events;
    if (stream.isOver) return;
  }
  yield stream.end(splitter.end());
}
