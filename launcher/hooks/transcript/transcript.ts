import { type FileHandle, open } from 'node:fs/promises';
import type { SessionContext } from '../../../src/memory/session-context.ts';
import { createSessionMemory } from '../../../src/memory/session-memory.ts';
import { createLineSplitter } from '../../../src/sessions/line-splitter.ts';
import { createSessionStream } from '../../../src/sessions/session-stream.ts';
import { createCallQuestions } from '../../questions/call-question.ts';

/** What a session's record tells at one moment. */
export interface KnownSession {
  readonly context: SessionContext;
  /** What the agent said for a call; undefined if nothing, or if it is not recorded. */
  questionOf(call: string): string | undefined;
}

/** The record of a session that goes on. */
export interface Transcript {
  /** Reads what was written since, and no byte twice. Rejects where the file cannot be read. */
  catchUp(): Promise<KnownSession>;
}

const CHUNK_BYTES = 1024 * 1024;
/** Calls whose questions are remembered. */
const MAX_CALLS = 256;

/** Follows the file in which a host records a session. One that was replaced, or cut, is read from its beginning. */
export function openTranscript(file: string): Transcript {
  let state = newState();
  let before: Promise<unknown> = Promise.resolve();
  const read = async (): Promise<KnownSession> => {
    const handle = await open(file, 'r');
    try {
      const { size, ino, birthtimeMs } = await handle.stat();
      const identity = `${ino} ${birthtimeMs}`;
      if (state.offset > size || (state.identity !== undefined && state.identity !== identity)) state = newState();
      state.identity = identity;
      await readOn(handle, state);
    } finally {
      await handle.close();
    }
    const { memory, questions } = state;
    return { context: memory.context(), questionOf: (call) => questions.get(call) };
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
  readonly memory: ReturnType<typeof createSessionMemory>;
  readonly asked: ReturnType<typeof createCallQuestions>;
  /** By call. */
  readonly questions: Map<string, string>;
  offset: number;
  identity: string | undefined;
}

function newState(): State {
  return {
    ...{ lines: createLineSplitter(), stream: createSessionStream(), memory: createSessionMemory({ isWhole: true }) },
    ...{ asked: createCallQuestions(), questions: new Map(), offset: 0, identity: undefined },
  };
}

async function readOn(handle: FileHandle, state: State): Promise<void> {
  const chunk = new Uint8Array(CHUNK_BYTES);
  for (;;) {
    const { bytesRead } = await handle.read(chunk, 0, CHUNK_BYTES, state.offset);
    if (bytesRead === 0) return;
    state.offset += bytesRead;
    for (const line of state.lines.split(chunk.slice(0, bytesRead))) take(line, state);
  }
}

function take(line: string | undefined, { stream, memory, asked, questions }: State): void {
  if (line === undefined) {
    stream.passOver();
    return;
  }
  for (const event of stream.read(line)) {
    memory.push(event);
    asked.told(event);
    if (event.kind !== 'called') continue;
    const found = asked.of(event.args);
    if (found !== undefined) questions.set(event.call, found.question);
    for (const oldest of questions.keys()) {
      if (questions.size <= MAX_CALLS) break;
      questions.delete(oldest);
    }
  }
}
