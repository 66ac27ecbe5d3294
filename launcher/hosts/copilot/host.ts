import path from 'node:path';
import { asJsonObject, isJsonObject } from '../../../src/base/json/json-object.ts';
import { braced } from '../dialects.ts';
import type { DisablingSettings } from '../disabling-settings.ts';
import { HOOK_PART } from '../hook-line.ts';
import type { Host } from '../host.ts';
import { commonEntry } from '../host-entry.ts';
import { jsonFile } from '../host-file.ts';
import { type Launch, partOfLaunch, plainServer } from '../launch.ts';
import { copilotHome } from './copilot-home.ts';

/** Pattern of the tools whose results can be shortened. */
const HOOKED_TOOLS = 'bash|view|grep|glob|web_fetch|task';
/** Timeout of the host, in seconds. Our server has a shorter one. */
const TIMEOUT_SECONDS = 5;

/** Returns our hook for GitHub Copilot CLI, which starts a process for each result without a shell. */
function copilotHook(launch: Launch): object {
  const { MCP_PRUNER_HOME: home } = launch.env;
  // Our start script finds Node and the hook by itself.
  const args = launch.args.length === 0 ? ['hook', 'copilot'] : [partOfLaunch(launch, HOOK_PART), 'copilot'];
  return {
    ...{ type: 'command', exec: launch.command, args, ...(home !== undefined && { env: { MCP_PRUNER_HOME: home } }) },
    ...{ matcher: HOOKED_TOOLS, timeoutSec: TIMEOUT_SECONDS },
  };
}

/** Returns our file that an entry in Copilot's hooks runs; undefined if the entry is not ours. */
function fileOfCopilotHook(raw: unknown): string | undefined {
  const { exec, args } = asJsonObject(raw);
  if (typeof exec !== 'string' || !Array.isArray(args) || args.at(-1) !== 'copilot') return undefined;
  const [first] = args as readonly unknown[];
  if (first === 'hook') return exec;
  return typeof first === 'string' && /\bhook(?:\.cjs|-process\.ts)$/.test(first) ? first : undefined;
}

const isOurCopilotHook = (raw: unknown): boolean => fileOfCopilotHook(raw) !== undefined;

/** Settings files of GitHub Copilot CLI (`copilot help config` of 1.0.102). */
const DISABLING_SETTINGS: DisablingSettings = {
  files: (places) =>
    [
      path.join(places.cwd, '.github', 'copilot', 'settings.local.json'),
      path.join(places.cwd, '.github', 'copilot', 'settings.json'),
      path.join(copilotHome(places), 'settings.json'),
    ].map((file) => ({ path: file, isSystem: false })),
  hooks(all) {
    const off = all.find(({ root }) => root['disableAllHooks'] === true);
    return off && { ...off, setting: 'disableAllHooks' };
  },
};

export const COPILOT: Host = {
  name: 'copilot',
  dialect: (text) => text,
  files: (places) => [
    jsonFile(path.join(places.cwd, '.github', 'mcp.json'), 'mcpServers', places.cwd),
    jsonFile(path.join(copilotHome(places), 'mcp-config.json'), 'mcpServers'),
  ],
  toEntry(raw) {
    const entry = commonEntry(raw);
    if (!isJsonObject(entry.env)) return entry;
    // `$VAR` is a reference only in the values of `env` (since 1.0.10).
    const env = Object.entries(entry.env).map(([key, value]) => [
      key,
      typeof value === 'string' ? braced(value) : value,
    ]);
    return { ...entry, env: Object.fromEntries(env) };
  },
  setup: {
    title: 'GitHub Copilot CLI',
    program: 'copilot',
    traces: (places) => [copilotHome(places)],
    toServer: (launch) => ({ type: 'local', ...plainServer(launch), tools: ['*'] }),
    instructions: (places, project) => ({
      path: project
        ? path.join(places.cwd, '.github', 'copilot-instructions.md')
        : path.join(copilotHome(places), 'copilot-instructions.md'),
    }),
    reach: {
      tried: '1.0.102',
      can: 'bash with any exit code, view, grep, glob, task, web_fetch where it is offered',
      cannot:
        'anything of its subagents, which have no record of their own; views of more than 20 KB, which it refuses',
    },
    hooks: (places, project, { launch }) => ({
      path: path.join(project ? path.join(places.cwd, '.github') : copilotHome(places), 'hooks', 'mcp-pruner.json'),
      items: [{ list: ['hooks', 'postToolUse'], name: 'hook', item: copilotHook(launch), isOurs: isOurCopilotHook }],
      values: [{ path: ['version'], value: 1, isOurs: (raw) => raw === 1, neededBy: 'hooks' }],
    }),
    hooksSuffice: true,
    hookFileOf: fileOfCopilotHook,
    disabling: DISABLING_SETTINGS,
    listing: ['mcp', 'list'],
  },
  // Copilot's model gets the text, followed by the structured content as JSON. Copilot moves more than 20 KB to a file.
  client: { name: 'copilot-cli', wholeBytes: { success: 20_000, failure: 20_000 } },
  loadHooks: async () => (await import('./hook-calls.ts')).createHooks(),
  recordings: {
    format: 'copilot-cli',
    hookedTools: new RegExp(`^(?:${HOOKED_TOOLS})$`),
    hooksNameSession: true,
    folders: (places) => [
      {
        path: path.join(copilotHome(places), 'session-state'),
        isSession: (file) => path.basename(file) === 'events.jsonl',
      },
    ],
  },
};
