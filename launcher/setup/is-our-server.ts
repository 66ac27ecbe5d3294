import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isOurselves } from '../gateway/import/is-ourselves.ts';
import { isForeign } from '../hosts/foreign-entry.ts';
import type { Host } from '../hosts/hosts.ts';
import type { Launch } from '../hosts/launch.ts';

/** A server of a host as it starts it; undefined for one that is called by its address. */
export function launchOf(host: Pick<Host, 'toEntry'>, raw: unknown): Launch | undefined {
  if (!isForeign(raw)) return undefined;
  const { command, args, env } = host.toEntry(raw);
  if (typeof command !== 'string') return undefined;
  const texts = isForeign(env) ? Object.entries(env).filter(([, value]) => typeof value === 'string') : [];
  return {
    command,
    args: Array.isArray(args) ? args.filter((arg) => typeof arg === 'string') : [],
    env: Object.fromEntries(texts) as Record<string, string>,
  };
}

/** Whether a server is this program, of whichever path or version: by its words, else by the package that it lies in. */
export function isOurServer(host: Pick<Host, 'toEntry'>, raw: unknown, own: Launch): boolean {
  const launch = launchOf(host, raw);
  if (launch === undefined) return false;
  const words = [launch.command, ...launch.args];
  return isOurselves('', launch) || words.some((word) => own.args.includes(word) || isInOurPackage(word));
}

/** A clone has the name that it was given. */
function isInOurPackage(word: string): boolean {
  if (!path.isAbsolute(word) || !/[\\/](?:dist[\\/]index\.js|launcher[\\/]main\.ts)$/.test(word)) return false;
  try {
    const text = readFileSync(path.join(path.dirname(word), '..', 'package.json'), 'utf8');
    return (JSON.parse(text) as { name?: unknown }).name === '@jeeves/mcp-pruner';
  } catch {
    return false;
  }
}
