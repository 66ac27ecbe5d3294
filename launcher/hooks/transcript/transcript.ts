import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { createLineSplitter } from '../../../src/transcripts/line-splitter.ts';
import { createSessionStream } from '../../../src/transcripts/session-stream.ts';
import { createSessionState, type KnownSession, type SessionState } from '../../../src/unasked/session-state.ts';
import { keepOpened } from './keep-opened.ts';

/** Transcript of a running session. */
export interface Transcript {
  /** Reads what was added since the last call. Rejects if the file cannot be read. */
  catchUp(): Promise<KnownSession>;
}

const MAX_CHUNK_BYTES = 1024 * 1024;
/** Bytes before the offset to compare. A few are enough, because every line contains an id. */
const COMPARED_BYTES = 256;
/** O_NONBLOCK opens a pipe without waiting for a writer. Windows lacks it, but has no pipes in its file system. */
const { O_RDONLY, O_NONBLOCK = 0 } = constants;

/**
 * Follows the file in which a host records a session. A file that was replaced, truncated or rewritten is read from its
 * start. `isWhole` means that the file records every removal from the agent's context.
 */
export function openTranscript(file: string, isWhole = true): Transcript {
  let state = newState(isWhole, '');
  let before: Promise<unknown> = Promise.resolve();
  const read = async (): Promise<KnownSession> => {
    const handle = await open(file, O_RDONLY | O_NONBLOCK);
    try {
      const stats = await handle.stat();
      // Reading a device might never end.
      if (!stats.isFile()) throw new Error(`cannot read the session "${file}": expected a regular file`);
      const identity = `${stats.ino} ${stats.birthtimeMs}`;
      const goesOn = state.identity === identity && (await readOn(handle, state, stats.size));
      if (!goesOn) {
        state = newState(isWhole, identity);
        await readOn(handle, state, stats.size);
        // An earlier process showed what this one finds there.
        state.session.resumed();
      }
    } finally {
      await handle.close();
    }
    return state.session.known();
  };
  return {
    catchUp() {
      const next = before.then(read);
      before = next.catch(() => {});
      return next;
    },
  };
}

/** Opens the transcript in a file. See `openTranscript`. */
export type OpenTranscript = (file: string, isWhole?: boolean) => Transcript;

/** Creates a cache of transcripts by file. */
export const createTranscripts = (): OpenTranscript => keepOpened(openTranscript);

interface State {
  readonly lines: ReturnType<typeof createLineSplitter>;
  readonly stream: ReturnType<typeof createSessionStream>;
  readonly session: SessionState;
  /** Inode and creation time. */
  readonly identity: string;
  offset: number;
  /** Bytes before the offset, as read. */
  tail: Uint8Array;
}

function newState(isWhole: boolean, identity: string): State {
  const parts = { lines: createLineSplitter(), stream: createSessionStream(), session: createSessionState(isWhole) };
  return { ...parts, identity, offset: 0, tail: new Uint8Array() };
}

/**
 * Reads new content of a file of `size` bytes. Returns false without reading it if the bytes read last have changed,
 * because the file then has another content.
 */
async function readOn(handle: FileHandle, state: State, size: number): Promise<boolean> {
  const { tail } = state;
  if (size < state.offset) return false;
  // Each read takes a turn of the event loop, so compare the old bytes in the same read as the next ones.
  let from = state.offset - tail.length;
  let compared = tail.length;
  for (;;) {
    const chunk = Buffer.allocUnsafeSlow(Math.min(MAX_CHUNK_BYTES, size - from));
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, from);
    if (bytesRead < compared || chunk.compare(tail, 0, tail.length, 0, compared) !== 0) return false;
    // Incomplete lines refer to this chunk, so it must not be reused.
    const bytes = chunk.subarray(compared, bytesRead);
    compared = 0;
    from += bytesRead;
    state.offset = from;
    state.tail = Buffer.concat([state.tail, bytes.subarray(-COMPARED_BYTES)]).subarray(-COMPARED_BYTES);
    for (const line of state.lines.split(bytes)) take(line, state);
    if (from >= size || bytesRead === 0) return true;
  }
}

function take(line: string | undefined, { stream, session }: State): void {
  if (line === undefined) {
    stream.passOver();
    return;
  }
  for (const event of stream.read(line)) session.push(event);
}
