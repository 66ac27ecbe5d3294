/** Variable that passes the required PATH to the shell. It is unset before the command runs. */
const VARIABLE = 'MCP_PRUNER_PATH';

/** `command` keeps a PATH that the profile made read-only from ending the shell before the command runs. */
const assign = (value: string): string => `command export PATH="${value}" 2>/dev/null`;
const EXACTLY = `${assign(`$${VARIABLE}`)};unset ${VARIABLE};`;
const FIRST = `case :$PATH: in *:"$${VARIABLE}":*);;*)${assign(`$${VARIABLE}:$PATH`)};;esac;unset ${VARIABLE};`;

/** Our code before a command. If a shell cannot parse a line, its error message quotes the line with this code. */
export const KEPT_PATH_CODE: readonly string[] = [EXACTLY, FIRST];

export interface KeptPath {
  /** The command, preceded by code that sets PATH. Both are on one line, so that the command's line numbers stay. */
  readonly command: string;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Keeps a login shell's profile from dropping the caller's PATH. Debian's profile overwrites it, which hides virtual
 * environments and an image's tools. If the call sets no PATH, the profile may still add to the server's PATH. It must,
 * if a host was started from a desktop.
 */
export function keepPath(
  command: string,
  path: { readonly given: string | undefined; readonly server: string | undefined },
  platform: NodeJS.Platform = process.platform,
): KeptPath {
  const wanted = path.given ?? path.server;
  // On Windows, paths inside the shell differ from paths outside.
  if (wanted === undefined || platform === 'win32') return { command, env: {} };
  return { command: `${path.given === undefined ? FIRST : EXACTLY}${command}`, env: { [VARIABLE]: wanted } };
}

/** Removes our code from a shell's messages. */
export function withoutKeptPath(said: string): string {
  return KEPT_PATH_CODE.reduce((text, code) => text.replaceAll(code, ''), said);
}
