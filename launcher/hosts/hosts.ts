import path from 'node:path';
import { asJsonObject, type JsonObject } from '../../src/base/json/json-object.ts';
import { CLAUDE_SWITCHES } from './claude-switches.ts';
import { CODEX_MODEL } from './codex-model.ts';
import { braces, dollar, editor, literal, shell } from './dialects.ts';
import { GEMINI_SWITCHES } from './gemini-switches.ts';
import { claudeCompactionHook, claudeHook, claudePermissions } from './hook-settings/claude-code.ts';
import { codexHook } from './hook-settings/codex.ts';
import { isCodexHookTrusted, isCodexTrustIn } from './hook-settings/codex-trust.ts';
import { cursorHook, fileOfCursorHook, isOurCursorHook } from './hook-settings/cursor.ts';
import { fileOfGeminiHook, geminiHook, isOurGeminiHook } from './hook-settings/gemini.ts';
import { isOurMcpToolHook, serverOfMcpToolHook } from './hook-settings/mcp-tool-hook.ts';
import { fileOfOpencodePlugin, isOurOpencodePlugin, opencodePlugin } from './hook-settings/opencode.ts';
import type { Host, HostFile } from './host.ts';
import { codexEntry, codexReferences, commonEntry, geminiEntry, opencodeEntry } from './host-entry.ts';
import type { Launch } from './launch.ts';
import { appData, claudeHome, codexHome, configHome, type Places } from './places.ts';
import { READ_ONLY_TOOLS } from './read-only-tools.ts';

const json = (file: string, key: string, folder?: string): HostFile => ({
  path: file,
  format: 'json',
  key,
  folder,
  serversIn: (root) => [root[key]],
});

const toml = (file: string, folder?: string): HostFile => ({ ...json(file, 'mcp_servers', folder), format: 'toml' });

const plain = ({ command, args, env }: Launch): JsonObject => ({ command, args, ...(isEmpty(env) ? {} : { env }) });
const typed = (launch: Launch): JsonObject => ({ type: 'stdio', ...plain(launch) });
const isEmpty = (env: Launch['env']): boolean => Object.keys(env).length === 0;

const RULE = '---\ndescription: When to ask mcp-pruner a question\nalwaysApply: true\n---\n\n';

const claudeSettings = (places: Places, project: boolean): string =>
  path.join(project ? path.join(places.cwd, '.claude') : claudeHome(places), 'settings.json');

/** All known hosts. If two have a server of the same name, the earlier host wins. */
export const HOSTS: readonly Host[] = [
  {
    name: 'claude-code',
    dialect: shell,
    files: ({ env, cwd, home }) => [
      json(path.join(cwd, '.mcp.json'), 'mcpServers', cwd),
      {
        ...json(path.join(env['CLAUDE_CONFIG_DIR'] || home, '.claude.json'), 'mcpServers'),
        serversIn: (root) => [asJsonObject(asJsonObject(root['projects'])[cwd])['mcpServers'], root['mcpServers']],
      },
    ],
    toEntry: commonEntry,
    setup: {
      title: 'Claude Code',
      program: 'claude',
      traces: (places) => [claudeHome(places), path.join(places.home, '.claude.json')],
      programFolders: (places) => [path.join(places.home, '.local', 'bin'), path.join(claudeHome(places), 'local')],
      // Without it, the host's tool search hides the tools' parameters.
      toServer: (launch) => ({ ...typed(launch), alwaysLoad: true }),
      instructions: (places, project) => ({ path: path.join(project ? places.cwd : claudeHome(places), 'CLAUDE.md') }),
      hooks: (places, project, { name: server }) => ({
        path: claudeSettings(places, project),
        items: [
          { list: ['hooks', 'PostToolUse'], name: 'hook', item: claudeHook(server), isOurs: isOurMcpToolHook },
          {
            ...{ list: ['hooks', 'SessionStart'], name: 'hook', item: claudeCompactionHook(server) },
            isOurs: isOurMcpToolHook,
          },
        ],
      }),
      // 2.1.110 to 2.1.117 drop the whole file for a hook of this type, and results are replaced from 2.1.121 on.
      hooksSince: '2.1.121',
      notInProject: 'GitHub Copilot CLI reads that file too, and drops all of it for one hook of the type "mcp_tool"',
      serverOf: serverOfMcpToolHook,
      switches: CLAUDE_SWITCHES,
      permissions: (places, project, { name: server }) => ({
        path: claudeSettings(places, project),
        items: claudePermissions(server).map((item) => ({
          ...{ list: ['permissions', 'allow'], name: item, item },
          isOurs: (raw) => raw === item,
        })),
      }),
    },
  },
  {
    name: 'claude-desktop',
    dialect: literal,
    files: (places) => [json(path.join(appData(places), 'Claude', 'claude_desktop_config.json'), 'mcpServers')],
    toEntry: commonEntry,
  },
  {
    name: 'codex',
    dialect: literal,
    files: (places) => [
      toml(path.join(places.cwd, '.codex', 'config.toml'), places.cwd),
      toml(path.join(codexHome(places), 'config.toml')),
    ],
    toEntry: codexEntry,
    references: codexReferences,
    setup: {
      title: 'Codex',
      program: 'codex',
      traces: (places) => [codexHome(places)],
      toServer: plain,
      // Codex cuts the middle out of longer answers, without saying how to get it.
      env: { MCP_PRUNER_MAX_RESPONSE_BYTES: '10240' },
      allowed: { tools: Object.fromEntries(READ_ONLY_TOOLS.map((tool) => [tool, { approval_mode: 'approve' }])) },
      instructions: (places, project) => ({ path: path.join(project ? places.cwd : codexHome(places), 'AGENTS.md') }),
      hooks: (places, project, { name: server }) => ({
        path: path.join(project ? path.join(places.cwd, '.codex') : codexHome(places), 'hooks.json'),
        items: [{ list: ['hooks', 'PostToolUse'], name: 'hook', item: codexHook(server), isOurs: isOurMcpToolHook }],
      }),
      serverOf: serverOfMcpToolHook,
      hooksAdvice:
        'Codex runs no hook that you have not reviewed: start it, enter /hooks, and trust the one of mcp-pruner. If its model runs commands inside scripts, as the default model does, their results stay whole: `mcp-pruner doctor` tells',
      model: CODEX_MODEL,
      hooksTrust: {
        file: (places) => ({ path: path.join(codexHome(places), 'config.toml'), format: 'toml' }),
        isTrusted: (root, hooksFile, index) =>
          isCodexHookTrusted(asJsonObject(root['hooks'])['state'], hooksFile, index),
        path: ['hooks', 'state'],
        isOurs: isCodexTrustIn,
      },
    },
  },
  {
    name: 'cursor',
    dialect: editor,
    files: ({ cwd, home }) => [
      json(path.join(cwd, '.cursor', 'mcp.json'), 'mcpServers', cwd),
      json(path.join(home, '.cursor', 'mcp.json'), 'mcpServers'),
    ],
    toEntry: commonEntry,
    setup: {
      title: 'Cursor',
      program: 'cursor',
      traces: ({ home }) => [path.join(home, '.cursor')],
      toServer: plain,
      hooks: ({ cwd, home, platform }, project, { launch }) => ({
        path: path.join(project ? cwd : home, '.cursor', 'hooks.json'),
        items: [
          {
            ...{ list: ['hooks', 'postToolUse'], name: 'hook', item: cursorHook(launch, platform) },
            isOurs: isOurCursorHook,
          },
        ],
        // Cursor ignores the hooks of a file without a version.
        values: [{ path: ['version'], value: 1, isOurs: (raw) => raw === 1, neededBy: 'hooks' }],
      }),
      hooked: 'results of other MCP servers in Cursor',
      hookFileOf: fileOfCursorHook,
      // The user's own rules are not stored in a file.
      instructions: ({ cwd }, project) =>
        project ? { path: path.join(cwd, '.cursor', 'rules', 'mcp-pruner.mdc'), head: RULE } : undefined,
    },
  },
  {
    name: 'vscode',
    dialect: editor,
    files: (places) => [
      json(path.join(places.cwd, '.vscode', 'mcp.json'), 'servers', places.cwd),
      json(path.join(appData(places), 'Code', 'User', 'mcp.json'), 'servers'),
    ],
    toEntry: commonEntry,
    setup: {
      title: 'VS Code',
      program: 'code',
      traces: (places) => [path.join(appData(places), 'Code')],
      toServer: typed,
      instructions: ({ cwd }, project) =>
        project ? { path: path.join(cwd, '.github', 'copilot-instructions.md') } : undefined,
    },
  },
  {
    name: 'gemini',
    dialect: dollar,
    files: ({ cwd, home }) => [
      json(path.join(cwd, '.gemini', 'settings.json'), 'mcpServers', cwd),
      json(path.join(home, '.gemini', 'settings.json'), 'mcpServers'),
    ],
    toEntry: geminiEntry,
    setup: {
      title: 'Gemini CLI',
      program: 'gemini',
      traces: ({ home }) => [path.join(home, '.gemini')],
      toServer: plain,
      instructions: ({ cwd, home }, project) => ({
        path: project ? path.join(cwd, 'GEMINI.md') : path.join(home, '.gemini', 'GEMINI.md'),
      }),
      hooks: ({ platform }, _project, { file, launch }) => ({
        path: file,
        items: [
          {
            ...{ list: ['hooks', 'AfterTool'], name: 'hook', item: geminiHook(launch, platform) },
            isOurs: isOurGeminiHook,
          },
        ],
      }),
      hookFileOf: fileOfGeminiHook,
      permissions: (_places, _project, { name: server, file }) => ({
        path: file,
        items: READ_ONLY_TOOLS.map((tool) => `mcp_${server}_${tool}`).map((item) => ({
          ...{ list: ['tools', 'allowed'], name: item, item },
          isOurs: (raw) => raw === item,
        })),
      }),
      switches: GEMINI_SWITCHES,
    },
  },
  {
    name: 'opencode',
    dialect: braces,
    files: ({ env, cwd, home }) =>
      [cwd, path.join(configHome({ env, home }), 'opencode')].flatMap((folder) =>
        ['opencode.json', 'opencode.jsonc'].map((name) =>
          json(path.join(folder, name), 'mcp', folder === cwd ? cwd : undefined),
        ),
      ),
    toEntry: opencodeEntry,
    setup: {
      title: 'opencode',
      program: 'opencode',
      traces: (places) => [path.join(configHome(places), 'opencode')],
      toServer: ({ command, args, env }) => ({
        type: 'local',
        command: [command, ...args],
        enabled: true,
        ...(isEmpty(env) ? {} : { environment: env }),
      }),
      newFile: { $schema: 'https://opencode.ai/config.json' },
      hooks: (_places, _project, { file, launch }) => ({
        path: file,
        items: [{ list: ['plugin'], name: 'hook', item: opencodePlugin(launch), isOurs: isOurOpencodePlugin }],
      }),
      hookFileOf: fileOfOpencodePlugin,
      // The last matching rule wins, so ours go after others, such as one for all tools.
      permissions: (_places, _project, { name: server, file }) => ({
        path: file,
        items: [],
        values: READ_ONLY_TOOLS.map((tool) => ({
          ...{ path: ['permission', `${server}_${tool}`], value: 'allow' },
          isOurs: (raw) => raw === 'allow',
        })),
      }),
      instructions: (places, project) => ({
        path: path.join(project ? places.cwd : path.join(configHome(places), 'opencode'), 'AGENTS.md'),
      }),
    },
  },
];
