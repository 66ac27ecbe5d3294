import { type FileHandle, open } from 'node:fs/promises';
import { givenName } from '../../../src/memory/given-name.ts';
import type { SessionContext } from '../../../src/memory/session-context.ts';
import { createSessionMemory } from '../../../src/memory/session-memory.ts';
import { toAction } from '../../../src/sessions/actions/to-action.ts';
import { createLineSplitter } from '../../../src/sessions/line-splitter.ts';
import { createSessionStream } from '../../../src/sessions/session-stream.ts';
import { createCallQuestions } from '../../questions/call-question.ts';
import { refIn } from '../hook-notice.ts';

/** What a session's record tells at one moment. */
export interface KnownSession {
  readonly context: SessionContext;
  /** What the agent said for a call; undefined if nothing, or if it is not recorded. */
  questionOf(call: string): string | undefined;
  /** Results that were shortened, the newest last. */
  readonly shortened: readonly ShortenedResult[];
}

export interface ShortenedResult {
  /** Such as `the read of src/a.ts`. */
  readonly name: string;
  /** Where the whole is kept. */
  readonly ref: string;
}

/** The record of a session that goes on. */
export interface Transcript {
  /** Reads what was written since, and no byte twice. Rejects where the file cannot be read. */
  catchUp(): Promise<KnownSession>;
}

const CHUNK_BYTES = 1024 * 1024;
/** Calls that are remembered. */
const MAX_CALLS = 256;
/** Shortened results that are. */
const MAX_SHORTENED = 8;

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
    const { memory, calls, shortened } = state;
    return {
      context: memory.context(),
      questionOf: (call) => calls.get(call)?.question,
      shortened: Array.from(shortened, ([ref, name]) => ({ name, ref })),
    };
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
  readonly calls: Map<string, { readonly name: string; readonly question: string | undefined }>;
  /** Names of results by their artifacts. */
  readonly shortened: Map<string, string>;
  offset: number;
  identity: string | undefined;
}

function newState(): State {
  return {
    ...{ lines: createLineSplitter(), stream: createSessionStream(), memory: createSessionMemory({ isWhole: true }) },
    ...{ asked: createCallQuestions(), calls: new Map(), shortened: new Map(), offset: 0, identity: undefined },
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

function take(line: string | undefined, { stream, memory, asked, calls, shortened }: State): void {
  if (line === undefined) {
    stream.passOver();
    return;
  }
  for (const event of stream.read(line)) {
    memory.push(event);
    asked.told(event);
    if (event.kind === 'called') {
      const { call, tool, args } = event;
      calls.set(call, { name: givenName(tool, toAction(tool, args)), question: asked.of(args)?.question });
      keepNewest(calls, MAX_CALLS);
    } else if (event.kind === 'gave') {
      const ref = refIn(event.text);
      if (ref === undefined) continue;
      shortened.delete(ref);
      shortened.set(ref, calls.get(event.call)?.name ?? 'a result');
      keepNewest(shortened, MAX_SHORTENED);
    }
  }
}

function keepNewest(map: Map<string, unknown>, max: number): void {
  for (const oldest of map.keys()) {
    if (map.size <= max) break;
    map.delete(oldest);
  }
}
