/** The client as the server may speak to it of its own accord, between requests and within them. */
export interface ClientSession {
  /** Sends a notification that belongs to no request. */
  notify(method: string, params?: object): void;
  /**
   * `key`: what the question is called among others of its request, where its versions name them.
   *
   * Asks the client and resolves to its result as it came. Rejects with its `RpcError`, or with the signal's reason, of
   * which the client is told; with a `CancelledError` once the connection ends.
   */
  request(
    method: string,
    params: unknown,
    signal: AbortSignal,
    key?: string,
  ): Promise<Readonly<Record<string, unknown>>>;
}
