import path from 'node:path';
import { READ_ONLY_TOOLS } from '../../tools/catalog.ts';
import { braced } from '../dialects.ts';
import type { Host } from '../host.ts';
import { commonEntry } from '../host-entry.ts';
import { settingsFile } from '../host-file.ts';
import { plainServer } from '../launch.ts';
import { DISABLING_SETTINGS } from './disabling-settings.ts';
import { fileOfGeminiHook, geminiHook, isOurGeminiHook } from './hook-settings.ts';

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
    folders: ({ env, home }) => [
      {
        path: path.join(env['GEMINI_CLI_HOME'] || home, '.gemini', 'tmp'),
        isSession: (file) => /[\\/]chats[\\/].*\.jsonl?$/.test(file),
      },
    ],
  },
};
