import { shellWord } from '../platform/text/shell-word.ts';
import { type Launch, type OwnPart, partOfLaunch } from './launch.ts';

/** File of the process that answers a hook. */
export const HOOK_PART: OwnPart = { built: 'hook.cjs', source: 'hooks/process/hook-process.ts' };

/**
 * Returns the shell line by which a host starts its hook. Some hosts take an exit code such as 2, which a missing
 * program may cause, for a refusal. So the line always exits with 0, even if an update removed files, and it falls back
 * to the Node on PATH.
 */
export function hookLine(launch: Launch, host: string): string {
  const own = shellWord(launch.command);
  // Our start script finds Node and the hook by itself.
  if (launch.args.length === 0) return `[ -f ${own} ] && ${own} hook ${host} 2>/dev/null; exit 0`;
  const hook = shellWord(partOfLaunch(launch, HOOK_PART));
  const starts = `[ -x ${own} ] && exec ${own} ${hook} ${host}; command -v node >&2 && exec node ${hook} ${host}`;
  return `[ -f ${hook} ] && { ${starts}; } 2>/dev/null; exit 0`;
}

/** Returns our file that such a line runs; undefined for any other line. */
export function fileOfHookLine(line: string): string | undefined {
  const [, quoted, bare] = /\[ -f (?:'((?:[^']|'\\'')*)'|([^\s']+)) \]/.exec(line) ?? [];
  return quoted?.replaceAll(`'\\''`, "'") ?? bare;
}
