/** Results that hooks can and cannot shorten in a host. `doctor` prints it, and docs/hooks.md has it as a table. */
export interface HostReach {
  /** Name of the host in `init`. */
  readonly host: string;
  /** Version it was tested with; undefined if only its documentation was read. */
  readonly tried?: string;
  /** Results that can be shortened. */
  readonly can?: string;
  /** Results that cannot be shortened. */
  readonly cannot: string;
}

export const HOST_REACH: readonly HostReach[] = [
  {
    ...{
      host: 'claude-code',
      tried: '2.1.329',
      can: 'Read, Bash, Grep, Glob, WebFetch, tools of other MCP servers with one text',
    },
    cannot: 'commands that fail, since its hooks cannot replace their output',
  },
  {
    ...{ host: 'codex', tried: '0.169.0', can: 'commands with any exit code' },
    cannot:
      'outputs that it cuts itself (40,000 characters), commands that a script of its code mode runs, and anything until you have trusted the hook in /hooks',
  },
  {
    ...{
      host: 'gemini',
      tried: '0.61.0',
      can: 'read_file, run_shell_command with any exit code, grep_search, web_fetch',
    },
    cannot:
      'anything in a folder that you have not trusted, or of agents that it starts; all but read_file if your settings, policies or extensions may leave that tool out',
  },
  {
    ...{ host: 'opencode', tried: '1.18.33', can: 'read, bash with any exit code, grep, webfetch' },
    cannot: 'commands that are stopped or run out of time',
  },
  {
    ...{ host: 'cursor', can: 'tools of other MCP servers with one text and no structured content' },
    cannot: 'any result of its own tools, since its hooks replace those of MCP servers alone',
  },
  { host: 'vscode', cannot: 'any result of its own tools: it has no hook that replaces them' },
];
