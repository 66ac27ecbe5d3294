import path from 'node:path';
import type { Launch } from './launch.ts';

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
  if (entry === undefined) throw new Error(`The entry beside ${built} is unknown`);
  const folder = path.dirname(entry);
  return entry.endsWith('.ts') ? path.join(folder, ...source.split('/')) : path.join(folder, 'bin', built);
}
