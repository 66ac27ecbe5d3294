/** Hands the shell the PATH that is to win; gone before the command runs. */
const VARIABLE = 'MCP_PRUNER_PATH';

/** Assigned as it is, a PATH that the profile made read-only would end the shell before the command. */
const assign = (value: string): string => `command export PATH="${value}" 2>/dev/null`;
const EXACTLY = `${assign(`$${VARIABLE}`)};unset ${VARIABLE};`;
const FIRST = `case :$PATH: in *:"$${VARIABLE}":*);;*)${assign(`$${VARIABLE}:$PATH`)};;esac;unset ${VARIABLE};`;

export interface KeptPath {
  /** The command, behind what sets PATH: in its own line, so that the command's lines keep their numbers. */
  readonly command: string;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Has a login shell's profile not take the caller's PATH away: Debian's writes over it, and virtual environments and the
 * tools of images are gone. Without a PATH of the call's own the profile may add to the server's, as it does where a
 * host was started from a desktop.
 */
export function keepPath(
  command: string,
  path: { readonly given: string | undefined; readonly server: string | undefined },
  platform: NodeJS.Platform = process.platform,
): KeptPath {
  const wanted = path.given ?? path.server;
  // There, paths have another form within the shell than without.
  if (wanted === undefined || platform === 'win32') return { command, env: {} };
  return { command: `${path.given === undefined ? FIRST : EXACTLY}${command}`, env: { [VARIABLE]: wanted } };
}

/** What the shell says of a command, as it would without what sets PATH: it quotes a line that it cannot read. */
export function withoutKeptPath(said: string): string {
  return said.includes(VARIABLE) ? said.replaceAll(EXACTLY, '').replaceAll(FIRST, '') : said;
}
