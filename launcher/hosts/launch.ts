import path from 'node:path';
import type { JsonObject } from '../../src/base/json/json-object.ts';

/** A command that starts a program. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /**
   * Entry file of the server, for finding files beside it. Set if `command` is our start script, so that `args` do not
   * begin with the entry.
   */
  readonly entry?: string;
}

/** Returns the entry of a server as most hosts have it. */
export function plainServer({ command, args, env }: Launch): JsonObject {
  return { command, args, ...(Object.keys(env).length === 0 ? {} : { env }) };
}

/** A file of ours that hosts run in addition to the server. */
export interface OwnPart {
  /** File name in the folder of the built chunks. */
  readonly built: string;
  /** Path relative to the folder of the source entry. */
  readonly source: string;
}

/**
 * Returns the path of a part, relative to the entry that a host starts. Throws if the entry is unknown, since hosts
 * need an absolute path.
 */
export function partOfLaunch({ args: [first], entry = first }: Launch, { built, source }: OwnPart): string {
  if (entry === undefined) throw new Error(`cannot find ${built}: the server’s entry file is unknown`);
  const folder = path.dirname(entry);
  return entry.endsWith('.ts') ? path.join(folder, ...source.split('/')) : path.join(folder, 'bin', built);
}
