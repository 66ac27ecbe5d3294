import path from 'node:path';
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

/** Where a host may keep its files. Absolute paths. */
export interface Places {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly home: string;
  readonly platform: NodeJS.Platform;
}

/** A file of a host, and where in it servers are. */
export interface HostFile {
  readonly path: string;
  readonly format: 'json' | 'toml';
  /** The project that it belongs to; `undefined` for the user's own. */
  readonly folder: string | undefined;
  /** Objects of servers by name. */
  serversIn(root: Foreign): readonly unknown[];
}

/** A program that keeps MCP servers in files of its own. */
export interface Host {
  readonly name: string;
  readonly dialect: Dialect;
  files(places: Places): readonly HostFile[];
  toEntry(raw: Foreign): ForeignEntry;
  /** References that are written in no dialect. */
  references?(raw: Foreign): { readonly env: Foreign; readonly headers: Foreign };
}

const json = (file: string, key: string, folder?: string): HostFile => ({
  path: file,
  format: 'json',
  folder,
  serversIn: (root) => [root[key]],
});

const toml = (file: string, folder?: string): HostFile => ({ ...json(file, 'mcp_servers', folder), format: 'toml' });

/** Where programs of a desktop keep their files. */
function appData({ env, home, platform }: Places): string {
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support');
  if (platform === 'win32') return env['APPDATA'] ?? path.join(home, 'AppData', 'Roaming');
  return configHome({ env, home });
}

function configHome({ env, home }: Pick<Places, 'env' | 'home'>): string {
  return env['XDG_CONFIG_HOME'] || path.join(home, '.config');
}

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
    files: ({ env, cwd, home }) => [
      toml(path.join(cwd, '.codex', 'config.toml'), cwd),
      toml(path.join(env['CODEX_HOME'] || path.join(home, '.codex'), 'config.toml')),
    ],
    toEntry: codexEntry,
    references: codexReferences,
  },
  {
    name: 'cursor',
    dialect: editor,
    files: ({ cwd, home }) => [
      json(path.join(cwd, '.cursor', 'mcp.json'), 'mcpServers', cwd),
      json(path.join(home, '.cursor', 'mcp.json'), 'mcpServers'),
    ],
    toEntry: commonEntry,
  },
  {
    name: 'vscode',
    dialect: editor,
    files: (places) => [
      json(path.join(places.cwd, '.vscode', 'mcp.json'), 'servers', places.cwd),
      json(path.join(appData(places), 'Code', 'User', 'mcp.json'), 'servers'),
    ],
    toEntry: commonEntry,
  },
  {
    name: 'gemini',
    dialect: dollar,
    files: ({ cwd, home }) => [
      json(path.join(cwd, '.gemini', 'settings.json'), 'mcpServers', cwd),
      json(path.join(home, '.gemini', 'settings.json'), 'mcpServers'),
    ],
    toEntry: geminiEntry,
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
  },
];
