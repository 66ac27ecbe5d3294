import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { Launch } from '../hosts/launch.ts';

/**
 * Returns the command that starts this program. Its paths are absolute, since hosts choose their own folder and PATH.
 */
export function ownLaunch(folder: string = import.meta.dirname, node: string = process.execPath): Launch {
  // Running from the sources, from a chunk of the bundle, or from the bundle itself.
  const entries = ['../main.ts', '../index.js', 'index.js'].map((entry) => path.resolve(folder, entry));
  const entry = entries.find((one) => existsSync(one));
  if (entry === undefined) throw new Error(`The entry of mcp-pruner is in none of ${entries.join(', ')}`);
  return { command: node, args: [realpathSync(entry)], env: {} };
}

/** True if the program is in a package manager's cache for one-off runs, which may be cleared at any time. */
export function mayGoAway({ args }: Launch): boolean {
  return args.some((arg) => /[\\/](?:_npx|dlx|dlx-[^\\/]+|bunx-[^\\/]+)[\\/]/.test(arg));
}
