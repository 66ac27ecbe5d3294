import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { toJsonLine } from './json-line.ts';
import type { SessionSource } from './session-source.ts';

/** Places of one layout of opencode's storage, relative to the storage. */
interface Layout {
  readonly sessions: string;
  /** Sessions stand in a folder for each project. */
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

/** Finds the sessions in a storage of opencode, in which each message and each part of one is a file. */
export async function opencodeSources(storage: string): Promise<readonly SessionSource[]> {
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
      // The older layout's folders stand beside the projects' folders, and hold no session of the newer.
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

/** One line for the session and one for each message, so that only one message is held. */
async function* open({ storage, layout, id, file }: Stored, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  yield toJsonLine(`{"info":${await readFile(file, 'utf8')}}`);
  for (const message of await jsonFiles(path.join(storage, layout.messages(id)))) {
    signal.throwIfAborted();
    const name = path.basename(message, '.json');
    const parts = await jsonFiles(path.join(storage, layout.parts(id, name)));
    const texts = await Promise.all(parts.map((part) => readFile(part, 'utf8').catch(() => 'null')));
    yield toJsonLine(`{"info":${await readFile(message, 'utf8')},"parts":[${texts.join(',')}]}`);
  }
}

/** Ids begin with a timestamp, so that their order is the order in time. */
async function jsonFiles(folder: string): Promise<readonly string[]> {
  return (await names(folder)).filter((name) => name.endsWith('.json')).map((name) => path.join(folder, name));
}

async function names(folder: string): Promise<readonly string[]> {
  return (await readdir(folder).catch(() => [])).toSorted();
}
