import { asJsonObject } from '../../../src/base/json/json-object.ts';
import { shellWord } from '../../platform/text/shell-word.ts';
import { fileOfHookLine, HOOK_PART, hookLine } from '../hook-line.ts';
import { type Launch, partOfLaunch } from '../launch.ts';
import { OWN_TOOLS } from './own-tools.ts';

/** JavaScript pattern of the tools to hook: those of other MCP servers. */
const TOOLS = `^(?!${OWN_TOOLS})MCP:`;
/** Timeout of the host, in seconds. Our server has a shorter one. */
const TIMEOUT_SECONDS = 5;
/** Runs the line with `sh`, because the host's shell is unknown. Every shell reads this prefix the same way. */
const SHELL = 'sh -c ';
const HOME = /^export MCP_PRUNER_HOME=/;

/**
 * Returns our hook for Cursor's `hooks.json`. It starts a process for each result, in a folder other than the
 * project's. Cursor takes `//` for a comment even inside strings, so none is written.
 */
export function cursorHook(launch: Launch, platform: NodeJS.Platform): object {
  const command = platform === 'win32' ? toWindows(launch) : toShell(launch);
  return { command: command.replaceAll(/\/{2,}/g, '/'), matcher: TOOLS, timeout: TIMEOUT_SECONDS };
}

function toShell(launch: Launch): string {
  const { MCP_PRUNER_HOME: home } = launch.env;
  const set = home === undefined ? '' : `export MCP_PRUNER_HOME=${shellWord(home)}; `;
  return SHELL + shellWord(set + hookLine(launch, 'cursor'));
}

/** Returns a line that works in both cmd and PowerShell. Both exit with 1 if there is no Node. */
function toWindows(launch: Launch): string {
  const { MCP_PRUNER_HOME: home } = launch.env;
  const words = [partOfLaunch(launch, HOOK_PART), ...(home === undefined ? [] : [home])].map((word) => `"${word}"`);
  return ['node', words[0], 'cursor', ...words.slice(1)].join(' ');
}

/** True if an entry in Cursor's hooks is ours, whatever its path. */
export function isOurCursorHook(raw: unknown): boolean {
  return fileOfCursorHook(raw) !== undefined;
}

/** Returns our file that the entry runs. */
export function fileOfCursorHook(raw: unknown): string | undefined {
  const { command } = asJsonObject(raw);
  if (typeof command !== 'string') return undefined;
  const [, file] = /^node "([^"]*\bhook(?:\.cjs|-process\.ts))" cursor\b/.exec(command) ?? [];
  if (file !== undefined || !command.startsWith(`${SHELL}'`)) return file;
  const line = command.slice(SHELL.length + 1, -1).replaceAll(`'\\''`, "'");
  const isOurs = / hook cursor 2>|hook(?:\.cjs|-process\.ts)'? cursor;/.test(line);
  return isOurs && (HOME.test(line) || line.startsWith('[ -f ')) ? fileOfHookLine(line) : undefined;
}
