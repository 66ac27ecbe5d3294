/** Report of an agent's provider about the server during a run. */
export type ProviderReport =
  /** The server is connected, so the agent has its tools. */
  | { readonly kind: 'initialized' }
  | { readonly kind: 'spawn_failed'; readonly message: string }
  | { readonly kind: 'connect_failed'; readonly message: string }
  | {
      readonly kind: 'server_exited';
      readonly exitCode?: number | null | undefined;
      readonly signal?: string | null | undefined;
    }
  /** The server did not answer a call. A result with `isError` counts as an answer. */
  | { readonly kind: 'tool_call_failed' };
