import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { Launch } from '../hosts/launch.ts';

/** How this program is started, by absolute paths: hosts start it where they like, with a PATH of their own. */
export function ownLaunch(folder: string = import.meta.dirname, node: string = process.execPath): Launch {
  // From the sources, else from the parts of the bin, else from the bin itself.
  const entries = ['../main.ts', '../index.js', 'index.js'].map((entry) => path.resolve(folder, entry));
  const entry = entries.find((one) => existsSync(one));
  if (entry === undefined) throw new Error(`The entry of mcp-pruner is in none of ${entries.join(', ')}`);
  return { command: node, args: [realpathSync(entry)], env: {} };
}

/** Whether it lies where a package manager keeps what was run once, and may clear it away. */
export function mayGoAway({ args }: Launch): boolean {
  return args.some((arg) => /[\\/](?:_npx|dlx|dlx-[^\\/]+|bunx-[^\\/]+)[\\/]/.test(arg));
}
