import path from 'node:path';
import type { Launch } from './launch.ts';

/** A file of ours that hosts run beside the server. */
export interface OwnPart {
  /** Its name in the folder of the built bin's parts. */
  readonly built: string;
  /** Its path from the folder of the sources' entry. */
  readonly source: string;
}

/** The path of a part, beside the entry that a host starts. Throws if that is unknown, since a path must be absolute. */
export function partOfLaunch({ args: [first], entry = first }: Launch, { built, source }: OwnPart): string {
  if (entry === undefined) throw new Error(`The entry beside ${built} is unknown`);
  const folder = path.dirname(entry);
  return entry.endsWith('.ts') ? path.join(folder, ...source.split('/')) : path.join(folder, 'bin', built);
}
