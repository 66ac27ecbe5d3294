import { windowsProgram } from './windows-program.ts';

/** How a program is started. */
export interface Launch {
  readonly file: string;
  readonly args: readonly string[];
  /** Windows: the arguments are quoted already. */
  readonly verbatim: boolean;
}

/** What `cmd.exe` reads as its own. */
const META = /[()\][%!^"`<>&|;, *?]/g;

/**
 * How to start a program on Windows, where npm's commands are `.cmd` files: those are run by `cmd.exe` alone, and Node
 * refuses to start them. Each argument is quoted for the program, and once more for `cmd.exe`, which hands what a shim is
 * given on to a second line of its own.
 */
export function windowsLaunch(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Launch {
  if (!/\.(?:cmd|bat)$/i.test(file)) return { file, args, verbatim: false };
  const caret = (text: string): string => text.replaceAll(META, '^$&');
  const line = [caret(file), ...args.map((arg) => caret(caret(quoted(arg))))].join(' ');
  const shell = env['COMSPEC'] ?? windowsProgram('cmd.exe', env['SYSTEMROOT']);
  return { file: shell, args: ['/d', '/s', '/c', `"${line}"`], verbatim: true };
}

/** As programs on Windows take an argument apart: backslashes count before a quote alone. */
function quoted(arg: string): string {
  const inner = arg.replaceAll(/(\\*)"/g, '$1$1\\"').replace(/(\\*)$/, '$1$1');
  return `"${inner}"`;
}
