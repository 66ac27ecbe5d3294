import type { JsonObject } from '../../../../src/base/json/json-object.ts';

export interface AskServerOptions {
  readonly signal?: AbortSignal | undefined;
  /** Signal of the client's request that this one is part of. */
  readonly about?: AbortSignal | undefined;
  /** Called with the id before the request is sent. */
  readonly onId?: ((id: number) => void) | undefined;
  /** Extra HTTP headers, besides those of the transport. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Sends a request and resolves to its result. */
export type AskServer = (
  method: string,
  params: JsonObject | undefined,
  options?: AskServerOptions,
) => Promise<JsonObject>;
