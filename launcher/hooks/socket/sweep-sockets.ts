import { readdir, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';

/** Matches files of a server: `NAME.sock`, `NAME.json` and `NAME.part`. */
const OURS = /^([\w-]+)\.(?:sock|json|part)$/;
/** Errors that prove that no server is listening. ENOTSOCK is macOS's error for a plain file. */
const DEAD = new Set(['ECONNREFUSED', 'ENOENT', 'ENOTSOCK']);

/**
 * Removes files left behind by killed servers. Only a refused connection proves that a server is dead, because pids of
 * other containers are unknown here. Files that cannot be removed do not prevent listening.
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

/** Returns the socket in a server's description, otherwise its default path. */
async function socketIn(file: string): Promise<string> {
  try {
    const { socket } = JSON.parse(await readFile(`${file}.json`, 'utf8')) as { readonly socket?: unknown };
    if (typeof socket === 'string') return socket;
  } catch {
    // The server has no description yet, or was killed before it wrote one.
  }
  return `${file}.sock`;
}

/** True if a server is listening, or if that is unknown. */
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
