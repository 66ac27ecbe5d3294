import { access, constants, stat } from 'node:fs/promises';
import { errnoOf } from '../../paths/errno-of.ts';
import { errnoWords } from '../../paths/errno-words.ts';
import { shellWord } from '../../text/shell-word.ts';
import { hookFolder, isSocketPath, NAME_CHARS, socketOf } from './hook-server.ts';

/** Why hooks that are processes cannot reach a server, and what mends it: a command, or a MCP_PRUNER_HOME of another kind. */
export type Deaf = { readonly why: string } & ({ readonly fix: string } | { readonly home: string });

interface WhyDeafOptions {
  readonly platform: NodeJS.Platform;
  /** The user's number; undefined on systems without. */
  readonly uid?: number | undefined;
}

/** Says why a server with that MCP_PRUNER_HOME could not listen for hooks. Undefined if nothing is in its way. */
export async function whyDeaf(
  home: string,
  { platform, uid = process.getuid?.() }: WhyDeafOptions,
): Promise<Deaf | undefined> {
  if (!isSocketPath(socketOf(home, 'x'.repeat(NAME_CHARS), '', platform), platform)) {
    return { why: 'the path of its folder is too long for a socket', home: '/shorter/path' };
  }
  const folder = hookFolder(home);
  const [named, word] = [JSON.stringify(folder), shellWord(folder)];
  const stats = await stat(folder).catch((error: unknown) => error as NodeJS.ErrnoException);
  // The server makes it.
  if (errnoOf(stats) === 'ENOENT') return undefined;
  if (stats instanceof Error) return { why: `${named} cannot be read: ${errnoWords(stats)}`, home: WRITABLE };
  if (!stats.isDirectory()) return { why: `${named} is no folder`, fix: `rm ${word}` };
  // The server closes it to others first, which only its owner may.
  if (uid !== undefined && uid !== 0 && stats.uid !== uid) {
    return { why: `${named} is another user’s`, fix: `sudo chown -R "$USER" ${word}` };
  }
  const errno = await access(folder, constants.W_OK).then(
    () => undefined,
    (error: unknown) => errnoOf(error),
  );
  // The owner's own bits are no hindrance: the server sets them.
  return errno === 'EROFS'
    ? { why: `${named} cannot be written: the file system is read-only`, home: WRITABLE }
    : undefined;
}

const WRITABLE = '/a/folder/that/you/may/write';
