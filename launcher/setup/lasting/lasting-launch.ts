import path from 'node:path';
import type { Launch } from '../../hosts/launch.ts';
import { mayGoAway } from '../own-launch.ts';
import { type LastingOptions, lastingPath } from './lasting-path.ts';
import { startScript } from './start-script.ts';

/** A way to start mcp-pruner that outlives updates, and what must be written for it. */
export interface LastingLaunch {
  readonly launch: Launch;
  /** A program of ours. Undefined: the paths themselves last. */
  readonly script?: { readonly path: string; readonly text: string } | undefined;
  /** Built files that are to be copied, since their folder may be cleared or renamed. */
  readonly copy?: LastingCopy | undefined;
}

export interface LastingCopy {
  readonly from: string;
  readonly to: string;
  /** All of the server, or only what hosts load by its path: an update takes the rest with it. */
  readonly parts: 'server' | 'plugin';
}

export interface LastingLaunchOptions extends LastingOptions {
  /** MCP_PRUNER_HOME. */
  readonly home: string;
  readonly platform?: NodeJS.Platform | undefined;
}

/** Where the program and the copy are, in MCP_PRUNER_HOME. Their names tell that a server is ours. */
export const scriptIn = (home: string): string => path.join(home, 'bin', 'mcp-pruner');
export const copyIn = (home: string): string => path.join(home, 'server', 'mcp-pruner');

/**
 * Finds paths that an update leaves: of links that lead to the same files, else a program of our own that looks for them
 * each time. On Windows, where a shell script would not start, the path of Node stays as it is.
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
