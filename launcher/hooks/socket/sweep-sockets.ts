import { readdir, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';

/** Files of a server: `NAME.sock`, `NAME.json` and `NAME.part`. */
const OURS = /^([\w-]+)\.(?:sock|json|part)$/;
/** Errors that say that nobody listens: on macOS a plain file is told apart. */
const DEAD = new Set(['ECONNREFUSED', 'ENOENT', 'ENOTSOCK']);

/**
 * Removes what servers that were killed have left. Only a socket that refuses is dead: the process of a server in another
 * container has no number that is known here. What cannot be removed keeps nobody from listening.
 */
export async function sweepSockets(folder: string): Promise<void> {
  const names = await readdir(folder);
  const servers = new Set(names.flatMap((name) => OURS.exec(name)?.[1] ?? []));
  await Promise.all(Array.from(servers, (server) => sweepOne(path.join(folder, server), names, server)));
}

async function sweepOne(file: string, names: readonly string[], server: string): Promise<void> {
  if (await isListening(await socketIn(file))) return;
  const gone = ['.sock', '.json', '.part'].filter((end) => names.includes(server + end));
  await Promise.all(gone.map((end) => rm(file + end, { force: true }).catch(() => {})));
}

/** The socket that a server describes, else the one that it must have. */
async function socketIn(file: string): Promise<string> {
  try {
    const { socket } = JSON.parse(await readFile(`${file}.json`, 'utf8')) as { readonly socket?: unknown };
    if (typeof socket === 'string') return socket;
  } catch {
    // The server has no description yet, or was killed before it wrote one.
  }
  return `${file}.sock`;
}

/** True if somebody listens, or if that cannot be told. */
function isListening(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(socket);
    connection.once('connect', () => {
      connection.destroy();
      resolve(true);
    });
    connection.once('error', (error: NodeJS.ErrnoException) => resolve(!DEAD.has(error.code ?? '')));
  });
}
