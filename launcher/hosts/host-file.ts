import { asJsonObject, isJsonObject, type JsonObject } from '../../src/base/json/json-object.ts';

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

/** Describes settings of Gemini CLI and its forks, where servers are turned off by their names in `mcp.excluded`. */
export function settingsFile(path: string, key: string, folder?: string): HostFile {
  return {
    ...jsonFile(path, key, folder),
    serversIn(root) {
      const servers = root[key];
      const { excluded } = asJsonObject(root['mcp']);
      if (!isJsonObject(servers) || !Array.isArray(excluded)) return [servers];
      const switched = Object.entries(servers).map(([name, raw]) =>
        excluded.includes(name) && isJsonObject(raw) ? [name, { ...raw, disabled: true }] : [name, raw],
      );
      return [Object.fromEntries(switched)];
    },
  };
}
