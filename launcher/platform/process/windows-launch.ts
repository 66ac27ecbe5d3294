import { windowsProgram } from './windows-program.ts';

/** A command line in the form for `spawn`. */
export interface SpawnCommand {
  readonly file: string;
  readonly args: readonly string[];
  /** True if the arguments are already quoted (Windows). */
  readonly verbatim: boolean;
}

/** Characters that `cmd.exe` interprets. */
const META = /[()\][%!^"`<>&|;, *?]/g;

/**
 * Returns how to start a program on Windows. npm's commands are `.cmd` files, which only `cmd.exe` can run and Node
 * refuses to start. Each argument is quoted for the program, then twice for `cmd.exe`, because a shim passes its
 * arguments to a second command line.
 */
export function windowsLaunch(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): SpawnCommand {
  if (!/\.(?:cmd|bat)$/i.test(file)) return { file, args, verbatim: false };
  const caret = (text: string): string => text.replaceAll(META, '^$&');
  const line = [caret(file), ...args.map((arg) => caret(caret(quoted(arg))))].join(' ');
  const shell = env['COMSPEC'] ?? windowsProgram('cmd.exe', env['SYSTEMROOT']);
  return { file: shell, args: ['/d', '/s', '/c', `"${line}"`], verbatim: true };
}

/** Quotes an argument by the rules of Windows programs, where backslashes are special only before a quote. */
function quoted(arg: string): string {
  const inner = arg.replaceAll(/(\\*)"/g, '$1$1\\"').replace(/(\\*)$/, '$1$1');
  return `"${inner}"`;
}
