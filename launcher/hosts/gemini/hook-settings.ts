import { asJsonObject } from '../../../src/base/json/json-object.ts';
import { fileOfHookLine, HOOK_PART, hookLine } from '../hook-line.ts';
import { type Launch, partOfLaunch } from '../launch.ts';
import { GEMINI_HOOK_NAME } from './disabling-settings.ts';

/** Tools whose results can be shortened. */
const TOOLS = 'read_file|run_shell_command|grep_search|web_fetch';
const NAME = GEMINI_HOOK_NAME;
/** Timeout of the host, in milliseconds. Our server has a shorter one. */
const TIMEOUT_MS = 5000;

/** Returns our hook for Gemini CLI's settings. It starts a process for each result. */
export function geminiHook(launch: Launch, platform: NodeJS.Platform): object {
  const { MCP_PRUNER_HOME: home } = launch.env;
  const env = home === undefined ? {} : { env: { MCP_PRUNER_HOME: home } };
  return toHook(toCommand(launch, platform), env);
}

/**
 * Returns the hook of an extension whose server is in `folder`, a placeholder that the host fills in. The host may use
 * sh or PowerShell, so the line uses only syntax that both share. It exits with 0, like the user's own hook.
 */
export function geminiExtensionHook(folder: string): object {
  return toHook(`node "${folder}\${/}bin\${/}${HOOK_PART.built}" gemini; exit 0`);
}

function toHook(command: string, more: object = {}): object {
  return { matcher: TOOLS, hooks: [{ name: NAME, type: 'command', command, timeout: TIMEOUT_MS, ...more }] };
}

function toCommand(launch: Launch, platform: NodeJS.Platform): string {
  // Our start script needs a POSIX shell.
  if (platform !== 'win32' || launch.args.length === 0) return hookLine(launch, 'gemini');
  return toPowershell(launch.command, partOfLaunch(launch, HOOK_PART));
}

/** Always exits with 0, like the POSIX line, because Gemini CLI shows its model the error of a failed hook. */
function toPowershell(node: string, file: string): string {
  const [own, hook] = [node, file].map((one) => `'${one.replaceAll("'", "''")}'`);
  return `if ((Test-Path ${own}) -and (Test-Path ${hook})) { & ${own} ${hook} gemini }; exit 0`;
}

/** True if an entry in Gemini CLI's hooks is ours, whatever its path. */
export function isOurGeminiHook(raw: unknown): boolean {
  return fileOfGeminiHook(raw) !== undefined;
}

/** Returns our file that the entry runs. */
export function fileOfGeminiHook(raw: unknown): string | undefined {
  const { hooks } = asJsonObject(raw);
  const [only, ...more] = Array.isArray(hooks) ? (hooks as readonly unknown[]) : [];
  const { name, command } = asJsonObject(only);
  if (name !== NAME || more.length > 0 || typeof command !== 'string') return undefined;
  const [, onWindows] = /Test-Path [^&]*Test-Path '((?:[^']|'')*)'\)/.exec(command) ?? [];
  return onWindows?.replaceAll("''", "'") ?? fileOfHookLine(command);
}
