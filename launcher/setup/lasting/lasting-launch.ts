import path from 'node:path';
import type { Launch } from '../../hosts/launch.ts';
import { mayGoAway } from '../own-launch.ts';
import { type LastingOptions, lastingPath } from './lasting-path.ts';
import { startScript } from './start-script.ts';

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
