import path from 'node:path';
import { asJsonObject } from '../../../src/base/json/json-object.ts';
import { READ_ONLY_TOOLS } from '../../tools/catalog.ts';
import { braced } from '../dialects.ts';
import { fileOfHookLine, HOOK_PART, hookLine } from '../hook-line.ts';
import type { Host } from '../host.ts';
import { commonEntry } from '../host-entry.ts';
import { settingsFile } from '../host-file.ts';
import { type Launch, partOfLaunch, plainServer } from '../launch.ts';
import { DISABLING_SETTINGS, GEMINI_HOOK_NAME } from './disabling-settings.ts';

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
export const isOurGeminiHook = (raw: unknown): boolean => fileOfGeminiHook(raw) !== undefined;

/** Returns our file that the entry runs. */
export function fileOfGeminiHook(raw: unknown): string | undefined {
  const { hooks } = asJsonObject(raw);
  const [only, ...more] = Array.isArray(hooks) ? (hooks as readonly unknown[]) : [];
  const { name, command } = asJsonObject(only);
  if (name !== NAME || more.length > 0 || typeof command !== 'string') return undefined;
  const [, onWindows] = /Test-Path [^&]*Test-Path '((?:[^']|'')*)'\)/.exec(command) ?? [];
  return onWindows?.replaceAll("''", "'") ?? fileOfHookLine(command);
}

/** Rule that lets these tools of ours run without asking (docs/reference/policy-engine.md of the package, 0.61). */
const policyFor = (server: string, tools: readonly string[]): string =>
  [
    ...['[[rule]]', `mcpName = ${JSON.stringify(server)}`, `toolName = ${JSON.stringify(tools)}`],
    ...['decision = "allow"', 'priority = 100'],
  ].join('\n');

export const GEMINI: Host = {
  name: 'gemini',
  dialect: braced,
  files: ({ cwd, home }) => [
    settingsFile(path.join(cwd, '.gemini', 'settings.json'), 'mcpServers', cwd),
    settingsFile(path.join(home, '.gemini', 'settings.json'), 'mcpServers'),
  ],
  toEntry: commonEntry,
  setup: {
    title: 'Gemini CLI',
    program: 'gemini',
    traces: ({ home }) => [path.join(home, '.gemini')],
    toServer: plainServer,
    instructions: ({ cwd, home }, project) => ({
      path: project ? path.join(cwd, 'GEMINI.md') : path.join(home, '.gemini', 'GEMINI.md'),
    }),
    reach: {
      ...{ tried: '0.61.0', can: 'read_file, run_shell_command with any exit code, grep_search, web_fetch' },
      cannot:
        'anything in a folder that you have not trusted, or of agents that it starts; all but read_file if your settings, policies or extensions may leave that tool out',
    },
    hooks: ({ platform }, _project, { file, launch }) => ({
      path: file,
      items: [
        {
          ...{ list: ['hooks', 'AfterTool'], name: 'hook', item: geminiHook(launch, platform) },
          isOurs: isOurGeminiHook,
        },
      ],
    }),
    hooksSuffice: true,
    // Versions up to 0.30.0 ignore the hook's answer, a `tailToolCallRequest`.
    hooksSince: '0.31.0',
    ignoresEarlyHooks: true,
    hookFileOf: fileOfGeminiHook,
    // Policies of projects have no effect (0.61).
    permissions: ({ home }, project, { name: server }, tools) =>
      project
        ? undefined
        : {
            path: path.join(home, '.gemini', 'policies', 'mcp-pruner.toml'),
            items: [],
            rules: policyFor(server, tools),
          },
    // Gemini CLI warns about these permissions at each start.
    formerPermissions: (_places, _project, { name: server, file }) => ({
      path: file,
      items: READ_ONLY_TOOLS.map((tool) => `mcp_${server}_${tool}`).map((item) => ({
        ...{ list: ['tools', 'allowed'], name: item, item },
        isOurs: (raw) => raw === item,
      })),
    }),
    disabling: DISABLING_SETTINGS,
    listing: ['mcp', 'list'],
  },
  // Gemini CLI (0.61) cuts results of more than 40,000 characters.
  client: { name: 'gemini-cli-mcp-client', wholeBytes: { success: 40_000, failure: 40_000 } },
  loadHooks: async () => (await import('./hook-calls.ts')).createHooks(),
  recordings: {
    format: 'gemini-cli',
    // Earlier versions call grep_search search_file_content.
    hookedTools: new RegExp(`^(?:${TOOLS}|search_file_content)$`),
    folders: ({ env, home }) => [
      {
        path: path.join(env['GEMINI_CLI_HOME'] || home, '.gemini', 'tmp'),
        isSession: (file) => /[\\/]chats[\\/].*\.jsonl?$/.test(file),
      },
    ],
  },
};
