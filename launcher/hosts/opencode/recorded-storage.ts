import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { SessionSource } from '../recordings.ts';

/** Max size of a file, in bytes, because it is held in memory. */
const MAX_BYTES = 32 * 1024 * 1024;

/** Paths of one layout of opencode's storage, relative to the storage folder. */
interface Layout {
  readonly sessions: string;
  /** True if sessions are in one folder per project. */
  readonly isNested: boolean;
  messages(session: string): string;
  parts(session: string, message: string): string;
}

const LAYOUTS: readonly Layout[] = [
  {
    sessions: 'session',
    isNested: true,
    messages: (session) => path.join('message', session),
    parts: (_, message) => path.join('part', message),
  },
  {
    sessions: path.join('session', 'info'),
    isNested: false,
    messages: (session) => path.join('session', 'message', session),
    parts: (session, message) => path.join('session', 'part', session, message),
  },
];

/** Finds the sessions in opencode's storage, where each message and each part of a message is a file. */
export async function storageSources(storage: string): Promise<readonly SessionSource[]> {
  const found = await Promise.all(LAYOUTS.map((layout) => sessionsOf(storage, layout)));
  return found.flat();
}

async function sessionsOf(storage: string, layout: Layout): Promise<readonly SessionSource[]> {
  const top = path.join(storage, layout.sessions);
  const folders = layout.isNested ? (await names(top)).map((name) => path.join(top, name)) : [top];
  const sources: SessionSource[] = [];
  for (const folder of folders) {
    for (const file of await jsonFiles(folder)) {
      const id = path.basename(file, '.json');
      // The older layout's folders are beside the projects' folders, and contain no session of the newer layout.
      const messages = path.join(storage, layout.messages(id));
      const about = await stat(file).catch(() => undefined);
      const written = await stat(messages).catch(() => undefined);
      if (about === undefined || written === undefined) continue;
      sources.push({
        place: file,
        changedAt: Math.max(about.mtimeMs, written.mtimeMs),
        bytes: about.size,
        open: (signal) => open({ storage, layout, id, file }, signal),
      });
    }
  }
  return sources;
}

interface Stored {
  readonly storage: string;
  readonly layout: Layout;
  readonly id: string;
  readonly file: string;
}

/** Yields one line for the session and one for each message, so that only one message is in memory. */
async function* open({ storage, layout, id, file }: Stored, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  yield toJsonLine(`{"info":${await readText(file, signal)}}`);
  for (const message of await jsonFiles(path.join(storage, layout.messages(id)))) {
    signal.throwIfAborted();
    const name = path.basename(message, '.json');
    const parts = await jsonFiles(path.join(storage, layout.parts(id, name)));
    const info = await readText(message, signal);
    yield toJsonLine(`{"info":${info},"parts":[${(await readParts(parts, signal)).join(',')}]}`);
  }
}

/**
 * Reads the parts of a message one at a time. Null stands for a part that cannot be read, or would make the message too
 * long.
 */
async function readParts(parts: readonly string[], signal: AbortSignal): Promise<readonly string[]> {
  const texts: string[] = [];
  let chars = 0;
  for (const part of parts) {
    const text = await readText(part, signal).catch(() => 'null');
    signal.throwIfAborted();
    const fits = chars + text.length <= MAX_BYTES;
    texts.push(fits ? text : 'null');
    if (fits) chars += text.length;
  }
  return texts;
}

/** Lists files by name. Ids start with a timestamp, so this is their order in time. */
async function jsonFiles(folder: string): Promise<readonly string[]> {
  return (await names(folder)).filter((name) => name.endsWith('.json')).map((name) => path.join(folder, name));
}

const names = async (folder: string): Promise<readonly string[]> => (await readdir(folder).catch(() => [])).toSorted();

/** Reads a file. Rejects if it is too large, and for a device or a named pipe, which may never end. */
async function readText(file: string, signal: AbortSignal): Promise<string> {
  const about = await stat(file);
  if (!about.isFile()) throw new Error(`cannot read "${file}": expected a file`);
  if (about.size > MAX_BYTES)
    throw new Error(`cannot read "${file}": ${about.size} bytes: expected at most ${MAX_BYTES}`);
  return await readFile(file, { encoding: 'utf8', signal });
}

/** Returns a JSON text on one line. Line breaks occur only between values in JSON, where a space is equivalent. */
export const toJsonLine = (json: string): Uint8Array => Buffer.from(`${json.replaceAll('\n', ' ')}\n`);
