/** An agent's activity, in the same form for every provider. */
export type AgentEvent =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'tool_started';
      readonly id: string;
      /** The tool's own name, without the server's prefix. */
      readonly tool: string;
      /** Name of its MCP server; undefined for one of the agent's own tools. */
      readonly server: string | undefined;
      readonly input: Readonly<Record<string, unknown>>;
    }
  | {
      readonly kind: 'tool_ended';
      readonly id: string;
      readonly failed: boolean;
      /** One line with the reason, if the call failed. */
      readonly why?: string | undefined;
    }
  | {
      readonly kind: 'ended';
      readonly ok: boolean;
      /** The agent's final answer, or why it failed. */
      readonly text: string;
      /** Token counts as the provider reports them. */
      readonly tokens?: { readonly input: number; readonly output: number } | undefined;
    };
