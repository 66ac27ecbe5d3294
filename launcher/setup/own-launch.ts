import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { Launch } from '../hosts/hosts.ts';

/** Folders whose links lead to the newest Node of a package manager, which keeps each version in a folder of its own. */
const PROGRAMS = [
  '/usr/local/bin',
  '/usr/bin',
  '/opt/homebrew/bin',
  '/home/linuxbrew/.linuxbrew/bin',
  '/opt/local/bin',
];

/**
 * How this program is started, by absolute paths: hosts start it where they like, with a PATH of their own. Paths that
 * outlive an update are taken where there are any.
 */
export function ownLaunch(
  folder: string = import.meta.dirname,
  node: string = process.execPath,
  programs: readonly string[] = PROGRAMS,
): Launch {
  // From the sources, else from the parts of the bin, else from the bin itself.
  const entries = ['../main.ts', '../index.js', 'index.js'].map((entry) => path.resolve(folder, entry));
  const entry = entries.find((one) => existsSync(one));
  if (entry === undefined) throw new Error(`The entry of mcp-pruner is in none of ${entries.join(', ')}`);
  const real = realpathSync(entry);
  return {
    command:
      sameFile(
        programs.map((one) => path.join(one, path.basename(node))),
        node,
      ) ?? node,
    args: [sameFile(linksTo(real), real) ?? real],
    env: {},
  };
}

/** Paths without a version that pnpm may have linked to a file in its store: `…/.pnpm/NAME@1.2.3/node_modules/NAME/…`. */
function linksTo(file: string): readonly string[] {
  const [, before, inside] = /^(.*)[\\/]\.pnpm[\\/][^\\/]+[\\/]node_modules[\\/](.*)$/.exec(file) ?? [];
  if (before === undefined || inside === undefined) return [];
  return [path.join(before, inside), path.join(before, 'node_modules', inside)];
}

/** The first path that leads to a file. */
function sameFile(paths: readonly string[], file: string): string | undefined {
  const real = realPath(file);
  return real === undefined ? undefined : paths.find((one) => realPath(one) === real);
}

function realPath(file: string): string | undefined {
  try {
    return realpathSync(file);
  } catch {
    return undefined;
  }
}

/** Whether it lies where a package manager keeps what was run once, and may clear it away. */
export function mayGoAway({ args }: Launch): boolean {
  return args.some((arg) => /[\\/](?:_npx|dlx|dlx-[^\\/]+|bunx-[^\\/]+)[\\/]/.test(arg));
}
