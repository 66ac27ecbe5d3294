import type { Launch } from '../../hosts/launch.ts';
import { type OwnPart, partOfLaunch } from '../../hosts/part-of-launch.ts';
import { shellWord } from '../../text/shell-word.ts';
import type { HookHost } from '../hook-hosts.ts';

/** The process that answers a hook. */
export const HOOK_PART: OwnPart = { built: 'hook.cjs', source: 'hooks/process/hook-process.ts' };

/**
 * The line of a POSIX shell by which a host starts its hook. Some hosts take an exit code such as 2, as of a program that is
 * not there, for a refusal. So the line ends with 0 whatever an update has taken away, and looks for another Node.
 */
export function hookLine(launch: Launch, host: HookHost): string {
  const own = shellWord(launch.command);
  // A script of ours finds Node and the hook by itself.
  if (launch.args.length === 0) return `[ -f ${own} ] && ${own} hook ${host} 2>/dev/null; exit 0`;
  const hook = shellWord(partOfLaunch(launch, HOOK_PART));
  const starts = `[ -x ${own} ] && exec ${own} ${hook} ${host}; command -v node >&2 && exec node ${hook} ${host}`;
  return `[ -f ${hook} ] && { ${starts}; } 2>/dev/null; exit 0`;
}

/** The file of ours that such a line runs; undefined for any other line. */
export function fileOfHookLine(line: string): string | undefined {
  const [, quoted, bare] = /\[ -f (?:'((?:[^']|'\\'')*)'|([^\s']+)) \]/.exec(line) ?? [];
  return quoted?.replaceAll(`'\\''`, "'") ?? bare;
}
