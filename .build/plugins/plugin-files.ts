/** Texts of a plugin's own files, by their paths in its folder. */
export type PluginFiles = Readonly<Record<string, string>>;

/** Metadata that all plugins share. */
export interface PluginFacts {
  readonly version: string;
  readonly description: string;
  readonly license: string;
}

/** The name of the plugins, and that of the server in each. */
export const PLUGIN_NAME = 'mcp-pruner';
export const PLUGIN_SERVER = 'pruner';
/** The folder of a plugin that the server is copied to, so that nothing else need be installed but Node. */
export const SERVER_FOLDER = 'server';

export const toJson = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;
