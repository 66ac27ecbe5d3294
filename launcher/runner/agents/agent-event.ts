/** What an agent does, whichever it is. */
export type AgentEvent =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'tool_started';
      readonly id: string;
      /** Its own name, without that of the server. */
      readonly tool: string;
      /** The MCP server that it is of; undefined for one of the agent's own. */
      readonly server: string | undefined;
      readonly input: Readonly<Record<string, unknown>>;
    }
  | {
      readonly kind: 'tool_ended';
      readonly id: string;
      readonly failed: boolean;
      /** Of one that failed: a line of what it came back with. */
      readonly why?: string | undefined;
    }
  | {
      readonly kind: 'ended';
      readonly ok: boolean;
      /** The agent's last words, or why it failed. */
      readonly text: string;
      /** As the provider counts them. */
      readonly tokens?: { readonly input: number; readonly output: number } | undefined;
    };
