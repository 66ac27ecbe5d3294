import { type FileHandle, open, stat } from 'node:fs/promises';
import { createLineSplitter } from '../../../src/sessions/line-splitter.ts';
import { createSessionStream } from '../../../src/sessions/session-stream.ts';
import { createSessionState, type KnownSession, type SessionState } from './session-state.ts';

/** The record of a session that goes on. */
export interface Transcript {
  /** Reads what was written since, and no byte twice. Rejects where the file cannot be read. */
  catchUp(): Promise<KnownSession>;
}

const CHUNK_BYTES = 1024 * 1024;
/** Bytes before the offset that are compared: ids make each line another one. */
const COMPARED_BYTES = 256;

/**
 * Follows the file in which a host records a session. One that was replaced, cut or rewritten is read from its beginning.
 * `isWhole`: the record says when results go out of the agent's context.
 */
export function openTranscript(file: string, isWhole = true): Transcript {
  let state = newState(isWhole);
  let before: Promise<unknown> = Promise.resolve();
  const read = async (): Promise<KnownSession> => {
    // A pipe would keep the call to open it from returning, and a device never ends.
    if (!(await stat(file)).isFile()) throw new Error(`cannot read the session "${file}": it is no regular file`);
    const handle = await open(file, 'r');
    try {
      const { size, ino, birthtimeMs } = await handle.stat();
      const identity = `${ino} ${birthtimeMs}`;
      const isOther = state.identity !== undefined && state.identity !== identity;
      if (isOther || state.offset > size || !(await goesOn(handle, state))) state = newState(isWhole);
      state.identity = identity;
      await readOn(handle, state);
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

interface State {
  readonly lines: ReturnType<typeof createLineSplitter>;
  readonly stream: ReturnType<typeof createSessionStream>;
  readonly session: SessionState;
  offset: number;
  /** The bytes before the offset, as they were read. */
  tail: Uint8Array;
  identity: string | undefined;
}

function newState(isWhole: boolean): State {
  const parts = { lines: createLineSplitter(), stream: createSessionStream(), session: createSessionState(isWhole) };
  return { ...parts, offset: 0, tail: new Uint8Array(), identity: undefined };
}

/** True if the file still has what was read last, so that more may follow it. */
async function goesOn(handle: FileHandle, { offset, tail }: State): Promise<boolean> {
  const found = new Uint8Array(tail.length);
  await handle.read(found, 0, found.length, offset - tail.length);
  return Buffer.compare(found, tail) === 0;
}

async function readOn(handle: FileHandle, state: State): Promise<void> {
  const chunk = new Uint8Array(CHUNK_BYTES);
  for (;;) {
    const { bytesRead } = await handle.read(chunk, 0, CHUNK_BYTES, state.offset);
    if (bytesRead === 0) return;
    const bytes = chunk.slice(0, bytesRead);
    state.offset += bytesRead;
    state.tail = Buffer.concat([state.tail, bytes.slice(-COMPARED_BYTES)]).subarray(-COMPARED_BYTES);
    for (const line of state.lines.split(bytes)) take(line, state);
  }
}

function take(line: string | undefined, { stream, session }: State): void {
  if (line === undefined) {
    stream.passOver();
    return;
  }
  for (const event of stream.read(line)) session.push(event);
}
