import { access, constants, stat } from 'node:fs/promises';
import { hookFolder, isSocketPath, NAME_CHARS, socketOf } from '../../hosts/hook-client/hook-server.ts';
import { errnoOf } from '../../platform/paths/errno-of.ts';
import { errnoWords } from '../../platform/paths/errno-words.ts';
import { shellWord } from '../../platform/text/shell-word.ts';

/**
 * Reason why hooks that are processes cannot reach a server, and the fix: a command, or a better value for
 * MCP_PRUNER_HOME.
 */
export type Unreachable = { readonly why: string } & ({ readonly fix: string } | { readonly home: string });

interface WhyUnreachableOptions {
  readonly platform: NodeJS.Platform;
  /** The user's uid; undefined on systems without uids. */
  readonly uid?: number | undefined;
}

/** Returns why a server with that MCP_PRUNER_HOME could not listen for hooks; undefined if it could. */
export async function whyUnreachable(
  home: string,
  { platform, uid = process.getuid?.() }: WhyUnreachableOptions,
): Promise<Unreachable | undefined> {
  if (!isSocketPath(socketOf(home, 'x'.repeat(NAME_CHARS), '', platform), platform)) {
    return { why: 'the path of its folder is too long for a socket', home: '/shorter/path' };
  }
  const folder = hookFolder(home);
  const [named, word] = [JSON.stringify(folder), shellWord(folder)];
  const stats = await stat(folder).catch((error: unknown) => error as NodeJS.ErrnoException);
  // The server will create it.
  if (errnoOf(stats) === 'ENOENT') return undefined;
  if (stats instanceof Error) return { why: `${named} cannot be read: ${errnoWords(stats)}`, home: WRITABLE };
  if (!stats.isDirectory()) return { why: `${named} is not a folder`, fix: `rm ${word}` };
  // The server first restricts access to it, which only its owner may do.
  if (uid !== undefined && uid !== 0 && stats.uid !== uid) {
    return { why: `${named} belongs to another user`, fix: `sudo chown -R "$USER" ${word}` };
  }
  const errno = await access(folder, constants.W_OK).then(
    () => undefined,
    (error: unknown) => errnoOf(error),
  );
  // Permissions of the owner do not matter, because the server sets them.
  return errno === 'EROFS'
    ? { why: `${named} cannot be written: the file system is read-only`, home: WRITABLE }
    : undefined;
}

const WRITABLE = '/a/folder/that/you/may/write';
