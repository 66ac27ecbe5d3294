import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { asJsonObject, type JsonObject } from '../../../src/base/json/json-object.ts';
import { isFields } from '../../../src/transcripts/fields.ts';
import { literal, type PlaceholderSyntax } from '../dialects.ts';
import type { BroughtFiles, Host } from '../host.ts';
import { leftOut, toOAuth } from '../host-entry.ts';
import { type HostFile, jsonFile } from '../host-file.ts';
import { type Launch, type OwnPart, partOfLaunch } from '../launch.ts';
import { configHome } from '../places.ts';
import { readHostFile } from '../read-host-file.ts';
import type { UserPlaces } from '../recordings.ts';

const PLUGIN: OwnPart = { built: 'mcp-pruner-opencode.js', source: 'hosts/opencode/plugin.ts' };

/** Ends of our plugin's path: built, in a checkout, and in a checkout of an earlier version. */
const ENDS = [PLUGIN.built, `launcher/${PLUGIN.source}`, 'launcher/hooks/opencode/plugin.ts'];

/** Returns our plugin for opencode's list. If MCP_PRUNER_HOME is set, the plugin gets it as an option. */
export function opencodePlugin(launch: Launch): unknown {
  const file = partOfLaunch(launch, PLUGIN);
  const { MCP_PRUNER_HOME: home } = launch.env;
  return home === undefined ? file : [file, { home }];
}

/**
 * Returns our plugin's entry in OpenCode 2's list `plugins` (https://opencode.ai/v2/docs/build/plugins). opencode 1
 * ignores it.
 */
function nextOpencodePlugin(launch: Launch): unknown {
  const plugin = opencodePlugin(launch);
  if (!Array.isArray(plugin)) return plugin;
  const [file, options] = plugin as readonly unknown[];
  return { package: file, options };
}

/** True if an entry in opencode's plugins is ours, whatever its path. */
const isOurOpencodePlugin = (raw: unknown): boolean => fileOfOpencodePlugin(raw) !== undefined;

/** Returns the file of our plugin. */
function fileOfOpencodePlugin(raw: unknown): string | undefined {
  const file: unknown = Array.isArray(raw) ? raw[0] : isFields(raw) ? raw['package'] : raw;
  const isOurs = typeof file === 'string' && ENDS.some((end) => endsWith(file, end));
  return isOurs ? file.replace(/^file:\/\//, '') : undefined;
}

const endsWith = (file: string, end: string): boolean => file.replaceAll('\\', '/').endsWith(`/${end}`);

/** Package that opencode (1.18.33) installs into its folder before it loads any local plugin. */
const PACKAGE = '@opencode-ai/plugin';

/**
 * Returns the files that opencode installs for our plugin. Another plugin, or another package in the folder, needs them
 * too.
 */
function broughtByPlugin(folder: string, settings: readonly HostFile[]): BroughtFiles {
  return {
    paths: ['node_modules', 'package.json', 'package-lock.json', 'bun.lock'].map((name) => path.join(folder, name)),
    async isNeeded(hooksFile) {
      if (['plugin', 'plugins'].some((name) => existsSync(path.join(folder, name)))) return true;
      const lists = await Promise.all(settings.map(async (file) => pluginsIn(file, file.path === hooksFile)));
      return lists.flat().length > 0 || !isAsInstalled(await readPackage(path.join(folder, 'package.json')));
    },
  };
}

async function pluginsIn(file: HostFile, isWithoutOurs: boolean): Promise<readonly unknown[]> {
  const read = await readHostFile(file);
  const root = read.ok ? read.root : undefined;
  const lists = ['plugin', 'plugins'].map((name) => root?.[name]);
  return lists
    .filter(Array.isArray)
    .flatMap((list) => list.filter((one) => !isWithoutOurs || !isOurOpencodePlugin(one)));
}

/** True if only opencode's own package was installed. */
function isAsInstalled({ dependencies, ...others }: JsonObject): boolean {
  const names = Object.keys(asJsonObject(dependencies));
  return Object.keys(others).length === 0 && names.every((name) => name === PACKAGE);
}

async function readPackage(file: string): Promise<JsonObject> {
  const text = await readFile(file, 'utf8').catch(() => '{}');
  try {
    return asJsonObject(JSON.parse(text));
  } catch {
    return { unreadable: true };
  }
}

const configFolder = (places: UserPlaces): string => path.join(configHome(places), 'opencode');

/** References have the form `{env:VAR}`. The host itself reads `{file:...}`, so it cannot be resolved. */
const braces: PlaceholderSyntax = (text, around, unfilled) =>
  literal(text, around, unfilled).replaceAll(
    /\{(env|file):([^}]*)\}/g,
    (reference: string, kind: string, name: string) => {
      if (kind === 'env' && /^[A-Za-z_]\w*$/.test(name)) return `\${${name}}`;
      unfilled.push(reference);
      return '';
    },
  );

export const OPENCODE: Host = {
  name: 'opencode',
  dialect: braces,
  files: ({ env, cwd, home }) =>
    [cwd, configFolder({ env, home })].flatMap((folder) =>
      ['opencode.json', 'opencode.jsonc'].map((name) =>
        jsonFile(path.join(folder, name), 'mcp', folder === cwd ? cwd : undefined),
      ),
    ),
  toEntry(raw) {
    const { command, environment, cwd, url, headers, enabled, timeout } = raw;
    // opencode has one list for the program and its arguments.
    const [program, ...args] = Array.isArray(command) ? command : [command];
    const off = enabled === false ? false : undefined;
    const ways = { command: program, args, env: environment, cwd, url, headers };
    // opencode's `timeout` is the time until the tools are listed.
    return { ...ways, enabled: off, connectTimeout: timeout, oauth: toOAuth(raw), notes: leftOut(raw) };
  },
  setup: {
    title: 'opencode',
    program: 'opencode',
    traces: (places) => [configFolder(places)],
    toServer: ({ command, args, env }) => ({
      type: 'local',
      command: [command, ...args],
      enabled: true,
      ...(Object.keys(env).length === 0 ? {} : { environment: env }),
    }),
    newFile: { $schema: 'https://opencode.ai/config.json' },
    reach: {
      ...{ tried: '1.18.33', can: 'read, bash with any exit code, grep, webfetch' },
      cannot: 'commands that are stopped or run out of time',
    },
    hooks: (_places, _project, { file, launch }) => ({
      path: file,
      items: [
        { list: ['plugin'], name: 'hook', item: opencodePlugin(launch), isOurs: isOurOpencodePlugin },
        { list: ['plugins'], name: 'hook', item: nextOpencodePlugin(launch), isOurs: isOurOpencodePlugin },
      ],
    }),
    hooksSuffice: true,
    hooksAdvice:
      'For any plugin, opencode installs a package (64 MB) at its next start. Without a network each start takes about 70 s longer; `mcp-pruner init --opencode --no-hooks` removes the plugin',
    hookFileOf: fileOfOpencodePlugin,
    broughtByHooks: (places) => broughtByPlugin(configFolder(places), OPENCODE.files(places)),
    // The last matching rule wins, so ours go after others, such as one for all tools.
    permissions: (_places, _project, { name: server, file }, tools) => ({
      path: file,
      items: [],
      values: tools.map((tool) => ({
        ...{ path: ['permission', `${server}_${tool}`], value: 'allow' },
        isOurs: (raw) => raw === 'allow',
      })),
    }),
    instructions: (places, project) => ({ path: path.join(project ? places.cwd : configFolder(places), 'AGENTS.md') }),
    // With plugins, opencode would first install a package for ours.
    listing: ['mcp', 'list', '--pure'],
  },
  // opencode (1.18) cuts results of more than 50 KiB.
  client: { name: 'opencode', wholeBytes: { success: 51_200, failure: 51_200 } },
  loadHooks: async () => (await import('./hook-calls.ts')).createHooks(),
  recordings: {
    format: 'opencode',
    hookedTools: /^(?:read|bash|grep|webfetch)$/,
    loadStore: async () => (await import('./recorded-sessions.ts')).SESSION_STORE,
  },
};
