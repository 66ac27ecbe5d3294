/** What the provider of an agent tells of the server while a run goes on. */
export type ProviderReport =
  /** It is connected: its tools are the agent's. */
  | { readonly kind: 'initialized' }
  | { readonly kind: 'spawn_failed'; readonly message: string }
  | { readonly kind: 'connect_failed'; readonly message: string }
  | {
      readonly kind: 'server_exited';
      readonly exitCode?: number | null | undefined;
      readonly signal?: string | null | undefined;
    }
  /** A call got no answer from the server. An answer that says `isError` is an answer. */
  | { readonly kind: 'tool_call_failed' };
