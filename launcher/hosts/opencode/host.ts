import path from 'node:path';
import { literal, type PlaceholderSyntax } from '../dialects.ts';
import type { Host } from '../host.ts';
import { leftOut, toOAuth } from '../host-entry.ts';
import { jsonFile } from '../host-file.ts';
import { configHome } from '../places.ts';
import type { UserPlaces } from '../recordings.ts';
import { broughtByPlugin } from './brought-by-plugin.ts';
import { fileOfOpencodePlugin, isOurOpencodePlugin, nextOpencodePlugin, opencodePlugin } from './hook-settings.ts';

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
    instructions: (places, project) => ({
      path: path.join(project ? places.cwd : configFolder(places), 'AGENTS.md'),
    }),
    // With plugins, opencode would first install a package for ours.
    listing: ['mcp', 'list', '--pure'],
  },
  // opencode (1.18) cuts results of more than 50 KiB.
  client: { name: 'opencode', wholeBytes: { success: 51_200, failure: 51_200 } },
  loadHooks: async () => (await import('./hook-calls.ts')).createHooks(),
  recordings: { loadStore: async () => (await import('./recorded-sessions.ts')).SESSION_STORE },
};
