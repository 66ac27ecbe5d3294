import { realpathSync } from 'node:fs';
import path from 'node:path';
import type { Launch } from '../../hosts/launch.ts';
import { mayGoAway } from '../own-launch.ts';

/** A folder named after a version. An update adds another one beside it, or replaces it. */
const VERSION = /(?:^|[-@])v?(\d+)(\.\d+)\.\d+(?:$|[-+_(])/;
/** Folders that disappear with the shell session. */
const PASSING = /[\\/]fnm_multishells[\\/]|^\/run\/user\//;

/** Rewrites of paths of version and package managers to links that survive updates. */
const LASTING: readonly (readonly [RegExp, ...string[]])[] = [
  // pnpm, including its global folder
  [/^(.*)\/\.pnpm\/[^/]+\/node_modules\/(.*)$/, '$1/$2', '$1/node_modules/$2'],
  // Homebrew
  [/^(.*)\/Cellar\/([^/]+)\/[^/]+\/(.*)$/, '$1/opt/$2/$3', '$1/$3'],
  // nvm, with NVM_SYMLINK_CURRENT
  [/^(.*)\/versions\/node\/[^/]+\/(.*)$/, '$1/current/$2'],
  // fnm
  [/^(.*)\/node-versions\/[^/]+\/installation\/(.*)$/, '$1/aliases/default/$2'],
];

/** Aliases that mise creates beside a full version. */
const ALIASES = (major: string, minor: string): readonly string[] => ['latest', 'lts', major, `${major}${minor}`];

/** True if an update of Node, or of the package, may remove the file. */
const isVersionBound = (file: string): boolean => file.split(/[\\/]/).some((name) => VERSION.test(name));

interface LastingOptions {
  /** PATH to search, if the file is a program. */
  readonly searchPath?: string | undefined;
  /** Must throw if there is no such file. */
  readonly realpath?: ((file: string) => string) | undefined;
}

/** Returns a path that leads to the file now, and to its replacement after an update. Undefined if none is found. */
function lastingPath(
  file: string,
  { searchPath = '', realpath = realpathSync }: LastingOptions = {},
): string | undefined {
  if (!isVersionBound(file)) return file;
  const derived = LASTING.flatMap(([from, ...to]) => (from.test(file) ? to.map((one) => file.replace(from, one)) : []));
  const found = searchPath.split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  const all = [...derived, ...aliased(file), ...found.map((folder) => path.join(folder, path.basename(file)))];
  return all.find((one) => !isVersionBound(one) && !PASSING.test(one) && leadsTo(one, file, realpath));
}

function aliased(file: string): readonly string[] {
  const names = file.split('/');
  return names.flatMap((name, at) => {
    const [, major, minor] = VERSION.exec(name) ?? [];
    if (major === undefined || minor === undefined) return [];
    return ALIASES(major, minor).map((alias) => names.with(at, alias).join('/'));
  });
}

function leadsTo(one: string, file: string, realpath: (file: string) => string): boolean {
  try {
    return realpath(one) === realpath(file);
  } catch {
    return false;
  }
}

/** Common locations of Node. */
const USUAL = ['/usr/local/bin/node', '/opt/homebrew/bin/node', '/usr/bin/node'];

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * Returns a shell script that starts the newest copy of mcp-pruner that a version manager has, with the Node beside it.
 * If there is none, the script uses the given copy and Node, otherwise any Node that it finds.
 */
function startScript(node: string, entry: string): string {
  const newest = beside(node, entry);
  return `#!/bin/sh
# Written by \`mcp-pruner init\`, since the paths of Node or of mcp-pruner change with each update.
# \`mcp-pruner init --uninstall\` removes it.
try() {
  node=$1 entry=$2
  shift 2
  if [ -x "$node" ] && [ -f "$entry" ]; then
    # An agent waits for each hook, so it loads a small file of its own.
    hook="\${entry%/*}/bin/hook.cjs"
    if [ "$1" = hook ] && [ -f "$hook" ]; then entry=$hook; shift; fi
    exec "$node" "$entry" "$@"
  fi
}
${newest}try ${quoted(node)} ${quoted(entry)} "$@"
for found in "$(command -v node)" ${USUAL.join(' ')}; do
  try "$found" ${quoted(entry)} "$@"
done
echo 'mcp-pruner: cannot find Node, or this package, any more: install it again, then run mcp-pruner init' >&2
exit 127
`;
}

/** Returns shell lines that try the most recently installed copy among the sibling folders of the versioned one. */
function beside(node: string, entry: string): string {
  const names = entry.split(path.sep);
  const at = names.findIndex((name) => isVersionBound(name));
  const folder = names.slice(0, at).join(path.sep);
  const root = path.join(folder, names[at] ?? '');
  if (at < 0 || !node.startsWith(root + path.sep)) return '';
  // `ls -t` compares the package folders, because package managers set the timestamps of files but not of folders.
  const [inPackage, file] = [
    path.dirname(path.dirname(entry)),
    path.relative(path.dirname(path.dirname(entry)), entry),
  ];
  const rest = quoted(path.sep + path.relative(root, inPackage));
  return `newest=$(ls -1dt ${quoted(folder + path.sep)}*${rest} 2>/dev/null | head -n 1)
try "\${newest%${rest}}"/${quoted(path.relative(root, node))} "$newest"/${quoted(file)} "$@"
`;
}

/** A command that still starts mcp-pruner after updates, and the files it needs. */
export interface LastingLaunch {
  readonly launch: Launch;
  /** Our start script; undefined if the paths themselves survive updates. */
  readonly script?: { readonly path: string; readonly text: string } | undefined;
  /** Built files to copy, because their folder may be cleared or renamed. */
  readonly copy?: LastingCopy | undefined;
}

export interface LastingCopy {
  readonly from: string;
  readonly to: string;
  /** Either the server, or only the plugin that hosts load by path, which an update would otherwise remove. */
  readonly parts: 'server' | 'plugin';
}

export interface LastingLaunchOptions extends LastingOptions {
  /** Value of MCP_PRUNER_HOME. */
  readonly home: string;
  readonly platform?: NodeJS.Platform | undefined;
}

/** Paths of the script and the copy in MCP_PRUNER_HOME. Their names identify a server as ours. */
export const scriptIn = (home: string): string => path.join(home, 'bin', 'mcp-pruner');
export const copyIn = (home: string): string => path.join(home, 'server', 'mcp-pruner');

/**
 * Finds paths that survive an update: links that lead to the same files, otherwise a script of ours that searches for
 * them at each start. Windows cannot start a shell script, so Node's path is used unchanged there.
 */
export function toLasting(own: Launch, options: LastingLaunchOptions): LastingLaunch {
  const { home, platform = process.platform, realpath } = options;
  const [entry, ...more] = own.args;
  if (entry === undefined) return { launch: own };
  const gone = mayGoAway(own);
  const isWindows = platform === 'win32';
  const node = isWindows ? own.command : lastingPath(own.command, options);
  const file = gone ? undefined : isWindows ? entry : lastingPath(entry, { realpath });
  if (node !== undefined && file !== undefined) return { launch: { ...own, command: node, args: [file, ...more] } };
  const from = path.dirname(entry);
  const to = copyIn(home);
  const copied = path.join(to, 'dist', path.basename(entry));
  const started = gone ? copied : (file ?? entry);
  const copy: LastingCopy | undefined =
    gone || file === undefined ? { from, to, parts: gone ? 'server' : 'plugin' } : undefined;
  if (gone && node !== undefined) return { launch: { ...own, command: node, args: [started, ...more] }, copy };
  const script = { path: scriptIn(home), text: startScript(node ?? own.command, started) };
  return { launch: { ...own, command: script.path, args: more, entry: file ?? copied }, script, copy };
}
