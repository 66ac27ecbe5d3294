import type { JsonObject } from '../../src/base/json/json-object.ts';

/** A configuration file of a host, and the place of servers in it. */
export interface HostFile {
  readonly path: string;
  readonly format: 'json' | 'toml';
  /** Top-level key of the servers, to which `init` adds ours. `serversIn` may read other keys too. */
  readonly key: string;
  /** Folder of its project; undefined for the user's own file. */
  readonly folder: string | undefined;
  /** Returns the objects that map names to servers. */
  serversIn(root: JsonObject): readonly unknown[];
}

/** Describes a JSON file with all of its servers under one key. */
export function jsonFile(path: string, key: string, folder?: string): HostFile {
  return { path, format: 'json', key, folder, serversIn: (root) => [root[key]] };
}
