import { foreign } from '../../hosts/foreign-entry.ts';
import { GEMINI_HOOK_NAME } from '../../hosts/gemini-switches.ts';
import type { Launch } from '../../hosts/launch.ts';
import { type OwnPart, partOfLaunch } from '../../hosts/part-of-launch.ts';
import { shellWord } from '../../text/shell-word.ts';

/** Tools whose results can be shortened. */
const TOOLS = 'read_file|run_shell_command|grep_search|web_fetch';
const NAME = GEMINI_HOOK_NAME;
/** Milliseconds that the host waits; our server has a limit of its own, which is shorter. */
const TIMEOUT_MS = 5000;
const HOOK: OwnPart = { built: 'hook.cjs', source: 'hooks/process/hook-process.ts' };

/** The hook as Gemini CLI's settings have it: a process for each result. */
export function geminiHook(launch: Launch, platform: NodeJS.Platform): object {
  const { MCP_PRUNER_HOME: home } = launch.env;
  const env = home === undefined ? {} : { env: { MCP_PRUNER_HOME: home } };
  return toHook(toCommand(launch, platform), env);
}

/**
 * The hook of an extension whose server stands in `folder`, which the host fills in. One text is for every shell that
 * the host may use, so it has only what sh and PowerShell share. It ends with 0 as the user's own does.
 */
export function geminiExtensionHook(folder: string): object {
  return toHook(`node "${folder}\${/}bin\${/}${HOOK.built}" gemini; exit 0`);
}

function toHook(command: string, more: object = {}): object {
  return { matcher: TOOLS, hooks: [{ name: NAME, type: 'command', command, timeout: TIMEOUT_MS, ...more }] };
}

function toCommand(launch: Launch, platform: NodeJS.Platform): string {
  // A script of ours finds Node and the hook by itself.
  if (launch.args.length === 0) return toScript(launch.command);
  return (platform === 'win32' ? toPowershell : toShell)(launch.command, partOfLaunch(launch, HOOK));
}

/**
 * Gemini CLI takes an exit code above 1, as of a program that is not there, for a refusal, and gives its model the error
 * instead of the result. So the command ends with 0 whatever an update has taken away, and looks for another Node.
 */
function toShell(node: string, file: string): string {
  const [own, hook] = [node, file].map(shellWord);
  const starts = `[ -x ${own} ] && exec ${own} ${hook} gemini; command -v node >&2 && exec node ${hook} gemini`;
  return `[ -f ${hook} ] && { ${starts}; } 2>/dev/null; exit 0`;
}

function toScript(script: string): string {
  const own = shellWord(script);
  return `[ -f ${own} ] && ${own} hook gemini 2>/dev/null; exit 0`;
}

function toPowershell(node: string, file: string): string {
  const [own, hook] = [node, file].map((one) => `'${one.replaceAll("'", "''")}'`);
  return `if ((Test-Path ${own}) -and (Test-Path ${hook})) { & ${own} ${hook} gemini }; exit 0`;
}

/** True if an entry among Gemini CLI's hooks is ours, of whichever path. */
export function isOurGeminiHook(raw: unknown): boolean {
  return fileOfGeminiHook(raw) !== undefined;
}

/** The file of ours that it runs. */
export function fileOfGeminiHook(raw: unknown): string | undefined {
  const { hooks } = foreign(raw);
  const [only, ...more] = Array.isArray(hooks) ? (hooks as readonly unknown[]) : [];
  const { name, command } = foreign(only);
  if (name !== NAME || more.length > 0 || typeof command !== 'string') return undefined;
  const [, quoted, bare] =
    /(?:\[ -f |Test-Path [^&]*Test-Path )(?:'((?:[^']|'\\''|'')*)'|([^\s']+)) ?[\])]/.exec(command) ?? [];
  return quoted?.replaceAll(/'\\''|''/g, "'") ?? bare;
}
