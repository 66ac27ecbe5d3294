import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isJsonObject } from '../../src/base/json/json-object.ts';
import type { Host } from '../hosts/host.ts';
import type { Launch } from '../hosts/launch.ts';
import { isOurselves } from './import/is-ourselves.ts';

/** Returns the command with which a host starts a server; undefined for a server that is reached by URL. */
export function launchOf(host: Pick<Host, 'toEntry'>, raw: unknown): Launch | undefined {
  if (!isJsonObject(raw)) return undefined;
  const { command, args, env } = host.toEntry(raw);
  if (typeof command !== 'string') return undefined;
  const texts = isJsonObject(env) ? Object.entries(env).filter(([, value]) => typeof value === 'string') : [];
  return {
    command,
    args: Array.isArray(args) ? args.filter((arg) => typeof arg === 'string') : [],
    env: Object.fromEntries(texts) as Record<string, string>,
  };
}

/**
 * True if a server is this program, whatever its path or version. Checks its command line, then the package that
 * contains it.
 */
export function isOurServer(host: Pick<Host, 'toEntry'>, raw: unknown, own: Launch): boolean {
  const launch = launchOf(host, raw);
  if (launch === undefined) return false;
  const words = [launch.command, ...launch.args];
  return isOurselves('', launch) || words.some((word) => own.args.includes(word) || isInOurPackage(word));
}

/** Checks the package's name, because a clone's folder can have any name. */
function isInOurPackage(word: string): boolean {
  if (!path.isAbsolute(word) || !/[\\/](?:dist[\\/]index\.js|launcher[\\/]main\.ts)$/.test(word)) return false;
  try {
    const text = readFileSync(path.join(path.dirname(word), '..', 'package.json'), 'utf8');
    return (JSON.parse(text) as { name?: unknown }).name === '@jeeves/mcp-pruner';
  } catch {
    return false;
  }
}
