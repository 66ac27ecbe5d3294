import { type FileHandle, open, stat } from 'node:fs/promises';
import { detached } from '../../../src/memory/detached.ts';
import { givenName } from '../../../src/memory/given-name.ts';
import type { SessionContext } from '../../../src/memory/session-context.ts';
import { createSessionMemory } from '../../../src/memory/session-memory.ts';
import { toAction } from '../../../src/sessions/actions/to-action.ts';
import { createLineSplitter } from '../../../src/sessions/line-splitter.ts';
import type { SessionEvent } from '../../../src/sessions/session-event.ts';
import { createSessionStream } from '../../../src/sessions/session-stream.ts';
import { createCallQuestions } from '../../questions/call-question.ts';
import { refIn } from '../hook-notice.ts';
import { createPartlyShown, type PartlyShown } from '../partly-shown.ts';
import { filesShown } from '../shown-files.ts';

/** Snapshot of what a session's record says. */
export interface KnownSession {
  readonly context: SessionContext;
  /** The agent's words for a call; undefined if it said nothing, or if the call is not recorded. */
  questionOf(call: string): string | undefined;
  /** The exit code of a command, if the record has the call and its end. */
  exitCodeOf(call: string): number | undefined;
  /**
   * The model's request that made a call, counted from 1; the next one if the call is not recorded yet. Undefined if the
   * host's record does not tell requests apart.
   */
  requestOf(call: string): number | undefined;
  /** How many times earlier results were taken out of the context. */
  readonly resets: number;
  /** True if a file was shown to the agent in part, because a result was shortened. */
  wasShortened(file: string): boolean;
  /** Results that were shortened, the newest last. */
  readonly shortened: readonly ShortenedResult[];
}

export interface ShortenedResult {
  /** For example `the read of src/a.ts`. */
  readonly name: string;
  /** Reference of the artifact that holds all of it. */
  readonly ref: string;
}

/** The record of a session that goes on. */
export interface Transcript {
  /** Reads what was written since, and no byte twice. Rejects where the file cannot be read. */
  catchUp(): Promise<KnownSession>;
}

const CHUNK_BYTES = 1024 * 1024;
/** Max calls that are remembered. */
const MAX_CALLS = 256;
/** Max shortened results that are remembered. */
const MAX_SHORTENED = 8;

/** Follows the file in which a host records a session. One that was replaced, or cut, is read from its beginning. */
export function openTranscript(file: string): Transcript {
  let state = newState();
  let before: Promise<unknown> = Promise.resolve();
  const read = async (): Promise<KnownSession> => {
    // A pipe would keep the call to open it from returning, and a device never ends.
    if (!(await stat(file)).isFile()) throw new Error(`cannot read the session "${file}": it is no regular file`);
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
    const { memory, calls, shortened, files, requests, resets } = state;
    return {
      context: memory.context(),
      questionOf: (call) => calls.get(call)?.question,
      exitCodeOf: (call) => calls.get(call)?.exitCode,
      requestOf: (call) => (requests === 0 ? undefined : (calls.get(call)?.request ?? requests + 1)),
      resets,
      wasShortened: files.has,
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

interface KnownCall {
  readonly name: string;
  readonly question: string | undefined;
  readonly exitCode?: number;
  readonly request: number;
  /** Files that it shows lines of. */
  readonly files: readonly string[];
}

interface State {
  readonly lines: ReturnType<typeof createLineSplitter>;
  readonly stream: ReturnType<typeof createSessionStream>;
  readonly memory: ReturnType<typeof createSessionMemory>;
  readonly asked: ReturnType<typeof createCallQuestions>;
  readonly calls: Map<string, KnownCall>;
  /** Names of results by their artifacts. */
  readonly shortened: Map<string, string>;
  /** Files of which parts were left out. */
  readonly files: PartlyShown;
  /** Model requests so far, and the host's id of the last one. */
  requests: number;
  request: string | undefined;
  resets: number;
  offset: number;
  identity: string | undefined;
}

function newState(): State {
  return {
    ...{ lines: createLineSplitter(), stream: createSessionStream(), memory: createSessionMemory({ isWhole: true }) },
    ...{ asked: createCallQuestions(), calls: new Map(), shortened: new Map(), files: createPartlyShown() },
    ...{ requests: 0, request: undefined, resets: 0 },
    ...{ offset: 0, identity: undefined },
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

function take(line: string | undefined, state: State): void {
  const { stream, memory, asked, calls, shortened, files } = state;
  if (line === undefined) {
    stream.passOver();
    return;
  }
  for (const event of stream.read(line)) {
    memory.push(event);
    asked.told(event);
    if (event.request !== undefined && event.request !== state.request) {
      state.request = detached(event.request);
      state.requests++;
    }
    if (event.kind === 'cleared' || (event.kind === 'asked' && event.isSummary)) state.resets++;
    if (event.kind === 'called') {
      calls.set(event.call, knownCall(event, asked.of(event.args)?.question, state.requests));
      keepNewest(calls, MAX_CALLS);
    } else if (event.kind === 'exited') {
      const call = calls.get(event.call);
      if (call !== undefined) calls.set(event.call, { ...call, exitCode: event.exitCode });
    } else if (event.kind === 'gave') {
      const ref = refIn(event.text);
      if (ref === undefined) continue;
      const call = calls.get(event.call);
      shortened.delete(ref);
      shortened.set(ref, call?.name ?? 'a result');
      keepNewest(shortened, MAX_SHORTENED);
      files.add(call?.files ?? []);
    }
  }
}

/** Copies what is kept of a call: a part of a text would hold all of it. */
function knownCall(
  { tool, args }: SessionEvent & { readonly kind: 'called' },
  question: string | undefined,
  request: number,
): KnownCall {
  const action = toAction(tool, args);
  const name = detached(givenName(tool, action));
  return { name, question: question && detached(question), request, files: filesShown(action).map(detached) };
}

function keepNewest(map: Map<string, unknown>, max: number): void {
  for (const oldest of map.keys()) {
    if (map.size <= max) break;
    map.delete(oldest);
  }
}
