/** A tool with all texts that describe it. */
export interface SearchableTool {
  /** The tool's server, by its name in the configuration. */
  readonly server: string;
  /** The tool's own name, without the server's. */
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly arguments: readonly ToolArgument[];
}

export interface ToolArgument {
  readonly name: string;
  readonly description?: string | undefined;
}
