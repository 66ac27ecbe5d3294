import path from 'node:path';
import { isJsonObject, type JsonObject } from '../../src/base/json/json-object.ts';
import { braced, editor, literal, type PlaceholderSyntax } from './dialects.ts';
import type { Host } from './host.ts';
import { commonEntry, type HostEntry } from './host-entry.ts';
import { jsonFile, settingsFile } from './host-file.ts';
import { appData, configHome, type Places } from './places.ts';

/** A host whose servers can be imported, and nothing more. */
interface ListedHost {
  readonly name: string;
  /** Files of a project, relative to its folder. */
  readonly project?: readonly string[];
  /** The user's own files: relative to the home folder, or absolute. */
  readonly user: (places: Places) => readonly string[];
  /** Top-level key of the servers. Default: `mcpServers`. */
  readonly key?: string;
  /** Describes each file. Default: `jsonFile`. */
  readonly describe?: typeof jsonFile;
  readonly dialect: PlaceholderSyntax;
  readonly toEntry?: (raw: JsonObject) => HostEntry;
}

/** The hosts, with their files as documented. Windsurf, Cline and Amazon Q use `${env:VAR}` as editors do. */
const LISTED: readonly ListedHost[] = [
  { name: 'windsurf', user: () => ['.codeium/windsurf/mcp_config.json'], dialect: editor },
  {
    name: 'zed',
    user: (places) => [
      places.platform === 'win32'
        ? path.join(appData(places), 'Zed', 'settings.json')
        : path.join(configHome(places), 'zed', 'settings.json'),
    ],
    key: 'context_servers',
    dialect: literal,
    toEntry: zedEntry,
  },
  {
    name: 'cline',
    user: (places) => [
      path.join(
        ...[appData(places), 'Code', 'User', 'globalStorage', 'saoudrizwan.claude-dev'],
        ...['settings', 'cline_mcp_settings.json'],
      ),
      '.cline/data/settings/cline_mcp_settings.json',
    ],
    dialect: editor,
    toEntry: (raw) => inSeconds(commonEntry(raw)),
  },
  { name: 'kiro', project: ['.kiro/settings/mcp.json'], user: () => ['.kiro/settings/mcp.json'], dialect: editor },
  { name: 'amazon-q', project: ['.amazonq/mcp.json'], user: () => ['.aws/amazonq/mcp.json'], dialect: editor },
  { name: 'lm-studio', user: () => ['.lmstudio/mcp.json'], dialect: editor },
  { name: 'droid', project: ['.factory/mcp.json'], user: () => ['.factory/mcp.json'], dialect: editor },
  {
    name: 'qwen',
    project: ['.qwen/settings.json', '.qwen/settings.local.json'],
    user: () => ['.qwen/settings.json'],
    describe: settingsFile,
    dialect: braced,
  },
];

/** Hosts without a folder in this source tree, because only their files are known. */
export const LISTED_HOSTS: readonly Host[] = LISTED.map(
  ({ name, project = [], user, key = 'mcpServers', describe = jsonFile, dialect, toEntry = commonEntry }) => ({
    name,
    dialect,
    toEntry,
    files: (places) => [
      ...project.map((file) => describe(path.join(places.cwd, file), key, places.cwd)),
      ...user(places).map((file) => describe(path.resolve(places.home, file), key)),
    ],
  }),
);

/** Reads an entry of Zed, whose earlier versions put the program, its arguments and variables into `command`. */
function zedEntry(raw: JsonObject): HostEntry {
  const { command } = raw;
  return inSeconds(commonEntry(isJsonObject(command) ? { ...raw, ...command, command: command['path'] } : raw));
}

/** Converts the timeout of a host that counts it in seconds. */
function inSeconds(entry: HostEntry): HostEntry {
  const { timeout } = entry;
  return typeof timeout === 'number' ? { ...entry, timeout: timeout * 1000 } : entry;
}
