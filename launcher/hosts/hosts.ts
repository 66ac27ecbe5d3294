import path from 'node:path';
import { claudeCompactionHook, claudeHook, claudePermissions } from '../hooks/claude-code/hook-settings.ts';
import { codexHook } from '../hooks/codex/hook-settings.ts';
import { isCodexHookTrusted, isCodexTrustIn } from '../hooks/codex/hook-trust.ts';
import { cursorHook, fileOfCursorHook, isOurCursorHook } from '../hooks/cursor/hook-settings.ts';
import { fileOfGeminiHook, geminiHook, isOurGeminiHook } from '../hooks/gemini/hook-settings.ts';
import { isOurMcpToolHook, serverOfMcpToolHook } from '../hooks/mcp-tool-hook.ts';
import { fileOfOpencodePlugin, isOurOpencodePlugin, opencodePlugin } from '../hooks/opencode/plugin-entry.ts';
import { CLAUDE_SWITCHES } from './claude-switches.ts';
import { braces, type Dialect, dollar, editor, literal, shell } from './dialects.ts';
import {
  codexEntry,
  codexReferences,
  commonEntry,
  type Foreign,
  type ForeignEntry,
  foreign,
  geminiEntry,
  opencodeEntry,
} from './foreign-entry.ts';
import { GEMINI_SWITCHES } from './gemini-switches.ts';
import { HARMLESS_TOOLS } from './harmless-tools.ts';
import type { Launch } from './launch.ts';
import { appData, claudeHome, codexHome, configHome, type Places } from './places.ts';
import type { Switches } from './switches.ts';

/** A file of a host, and where in it servers are. */
export interface HostFile {
  readonly path: string;
  readonly format: 'json' | 'toml';
  /** The top-level key of the servers that `init` adds to; `serversIn` may know of more. */
  readonly key: string;
  /** The project that it belongs to; `undefined` for the user's own. */
  readonly folder: string | undefined;
  /** Objects of servers by name. */
  serversIn(root: Foreign): readonly unknown[];
}

/** A file that a host hands to its model. */
export interface InstructionsFile {
  readonly path: string;
  /** What a new one must begin with. */
  readonly head?: string;
}

/** Items of ours in lists of a host's file, among items of others. */
export interface ListedFile {
  readonly path: string;
  readonly items: readonly ListedItem[];
  /** And values of ours in objects of the file. */
  readonly values?: readonly ListedValue[];
}

export interface ListedValue {
  /** Keys down to the value. */
  readonly path: readonly string[];
  readonly value: unknown;
  readonly isOurs: (raw: unknown) => boolean;
  /** A key of the file that is nothing without the value, which stays as long as the key does. */
  readonly neededBy?: string;
}

export interface ListedItem {
  /** Keys down to the list. */
  readonly list: readonly string[];
  /** Tells it from our other items. */
  readonly name: string;
  readonly item: unknown;
  readonly isOurs: (raw: unknown) => boolean;
}

/** Our server as a host has it. */
export interface NamedLaunch {
  readonly name: string;
  /** The host's file that it stands in. */
  readonly file: string;
  readonly launch: Launch;
}

export interface HooksTrust {
  file(places: Places): Pick<HostFile, 'path' | 'format'>;
  /** True if the hook at that place of a file's list was trusted once. It may have changed since. */
  isTrusted(root: Foreign, hooksFile: string, index: number): boolean;
  /** Keys down to the tables in which it is noted. */
  readonly path: readonly string[];
  /** True for a table that trusts one of these hooks in that file. */
  isOurs(name: string, raw: unknown, hooksFile: string, items: readonly unknown[]): boolean;
}

/** What `init` and `doctor` need of a host. */
export interface HostSetup {
  /** As its makers write it. */
  readonly title: string;
  /** The name of its program. */
  readonly program: string;
  /** Files or folders of which one is there where it was ever used. */
  traces(places: Places): readonly string[];
  /** A server as its file has it. */
  toServer(launch: Launch): Foreign;
  /** What the launcher gets from it where nothing else is asked for. */
  readonly env?: Readonly<Record<string, string>>;
  /** What its entry has beside that if our tools that change nothing may run unasked. Undefined if no entry can say so. */
  readonly allowed?: Foreign;
  /** What a new file has beside servers. */
  readonly newFile?: Foreign;
  /** Undefined where it has none of that kind. */
  instructions(places: Places, project: boolean): InstructionsFile | undefined;
  /** Hooks that send results to our server. Undefined if the host has no such hooks. */
  hooks?(places: Places, project: boolean, server: NamedLaunch): ListedFile;
  /** The results that they send. Default: those of the host's own tools. */
  readonly hooked?: string;
  /** The name of the server that a hook of ours asks; undefined if hooks of the host name none. */
  serverOf?(hook: unknown): string | undefined;
  /** The file of ours that a hook runs; undefined if hooks of the host run none. */
  hookFileOf?(hook: unknown): string | undefined;
  /** Settings that keep us out. Undefined if none are known. */
  readonly switches?: Switches;
  /** Tells the user how to make the host run them. Undefined if it does by itself. */
  readonly hooksAdvice?: string;
  /** Where the host keeps which hooks it was told to trust. Undefined if it asks for no trust. */
  readonly hooksTrust?: HooksTrust;
  /** Permissions for our tools that change nothing. Undefined if the host has no such list. */
  permissions?(places: Places, project: boolean, server: Omit<NamedLaunch, 'launch'>): ListedFile;
}

/** A program that keeps MCP servers in files of its own. */
export interface Host {
  readonly name: string;
  readonly dialect: Dialect;
  /** Of files with one `folder`, the first is the one that is made where none is there. */
  files(places: Places): readonly HostFile[];
  toEntry(raw: Foreign): ForeignEntry;
  /** References that are written in no dialect. */
  references?(raw: Foreign): { readonly env: Foreign; readonly headers: Foreign };
  /** Undefined where `init` leaves it to the user. */
  readonly setup?: HostSetup;
}

const json = (file: string, key: string, folder?: string): HostFile => ({
  path: file,
  format: 'json',
  key,
  folder,
  serversIn: (root) => [root[key]],
});

const toml = (file: string, folder?: string): HostFile => ({ ...json(file, 'mcp_servers', folder), format: 'toml' });

const plain = ({ command, args, env }: Launch): Foreign => ({ command, args, ...(isEmpty(env) ? {} : { env }) });
const typed = (launch: Launch): Foreign => ({ type: 'stdio', ...plain(launch) });
const isEmpty = (env: Launch['env']): boolean => Object.keys(env).length === 0;

const RULE = '---\ndescription: When to ask mcp-pruner a question\nalwaysApply: true\n---\n\n';

const claudeSettings = (places: Places, project: boolean): string =>
  path.join(project ? path.join(places.cwd, '.claude') : claudeHome(places), 'settings.json');

/** The known hosts; of a name that two have, the first counts. */
export const HOSTS: readonly Host[] = [
  {
    name: 'claude-code',
    dialect: shell,
    files: ({ env, cwd, home }) => [
      json(path.join(cwd, '.mcp.json'), 'mcpServers', cwd),
      {
        ...json(path.join(env['CLAUDE_CONFIG_DIR'] || home, '.claude.json'), 'mcpServers'),
        serversIn: (root) => [foreign(foreign(root['projects'])[cwd])['mcpServers'], root['mcpServers']],
      },
    ],
    toEntry: commonEntry,
    setup: {
      title: 'Claude Code',
      program: 'claude',
      traces: (places) => [claudeHome(places), path.join(places.home, '.claude.json')],
      // Else its tool search hides what the tools take.
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
      // It cuts the middle out of longer answers, and says nothing of how to get it.
      env: { MCP_PRUNER_MAX_RESPONSE_BYTES: '10240' },
      allowed: { tools: Object.fromEntries(HARMLESS_TOOLS.map((tool) => [tool, { approval_mode: 'approve' }])) },
      instructions: (places, project) => ({ path: path.join(project ? places.cwd : codexHome(places), 'AGENTS.md') }),
      hooks: (places, project, { name: server }) => ({
        path: path.join(project ? path.join(places.cwd, '.codex') : codexHome(places), 'hooks.json'),
        items: [{ list: ['hooks', 'PostToolUse'], name: 'hook', item: codexHook(server), isOurs: isOurMcpToolHook }],
      }),
      serverOf: serverOfMcpToolHook,
      hooksAdvice:
        'Codex runs no hook that you have not reviewed: start it, enter /hooks, and trust the one of mcp-pruner',
      hooksTrust: {
        file: (places) => ({ path: path.join(codexHome(places), 'config.toml'), format: 'toml' }),
        isTrusted: (root, hooksFile, index) => isCodexHookTrusted(foreign(root['hooks'])['state'], hooksFile, index),
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
        // Cursor runs no hook of a file without it.
        values: [{ path: ['version'], value: 1, isOurs: (raw) => raw === 1, neededBy: 'hooks' }],
      }),
      hooked: 'results of other MCP servers in Cursor',
      hookFileOf: fileOfCursorHook,
      // The user's own rules are no file.
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
        items: HARMLESS_TOOLS.map((tool) => `mcp_${server}_${tool}`).map((item) => ({
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
      // Of rules that fit, the last one counts: ours stand behind others, such as one for all tools.
      permissions: (_places, _project, { name: server, file }) => ({
        path: file,
        items: [],
        values: HARMLESS_TOOLS.map((tool) => ({
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
