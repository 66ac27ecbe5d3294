/** Contents of a plugin's own files, by path in its folder. */
export type PluginFiles = Readonly<Record<string, string>>;

/** Metadata that all plugins share. */
export interface PluginFacts {
  readonly version: string;
  readonly description: string;
  readonly license: string;
}

/** Name of the plugins, and name of the server in each. */
export const PLUGIN_NAME = 'mcp-pruner';
export const PLUGIN_SERVER = 'pruner';
/** Folder in a plugin with a copy of the server, so that the user only needs Node. */
export const SERVER_FOLDER = 'server';

export const toJson = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;
