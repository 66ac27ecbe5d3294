/** Sends notifications and requests to the client, between its requests and within them. */
export interface ClientSession {
  /** Sends a notification that belongs to no request. */
  notify(method: string, params?: object): void;
  /**
   * Sends a request to the client and resolves to its unchanged result. Rejects with the client's `RpcError`, with the
   * signal's reason (then the client is notified), or with a `CancelledError` once the connection ends.
   *
   * `key` names the question among others of the same request, in protocol versions that name them. `about` is the
   * signal of the client's request that the question is about, if that is known.
   */
  request(
    method: string,
    params: unknown,
    signal: AbortSignal,
    key?: string,
    about?: AbortSignal,
  ): Promise<Readonly<Record<string, unknown>>>;
  /**
   * Returns the capabilities that the client declared with the request of this signal. Absent in protocol versions
   * whose clients declare them once. Undefined for a request that may ask for no input, such as a list.
   */
  capabilitiesOf?(about: AbortSignal): Readonly<Record<string, unknown>> | undefined;
  /** Returns the name of the client that sent the request of this signal, under the same conditions. */
  nameOf?(about: AbortSignal): string | undefined;
}

/** Requests that a server sends, and the client capability that each requires. */
export const CAPABILITY_OF: Readonly<Record<string, string>> = {
  'sampling/createMessage': 'sampling',
  'elicitation/create': 'elicitation',
  'roots/list': 'roots',
};
