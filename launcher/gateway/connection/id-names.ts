import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';
import { JsonNumber } from '../../../src/json/json-number.ts';
import type { JsonObject } from './server-connection.ts';

/** Names for ids of a server's requests that the SDK does not know: to it an id is a string or a double. */
export interface IdNames {
  /** A server's request or notification, as the SDK reads it. */
  named(message: JSONRPCMessage): JSONRPCMessage;
  /** The SDK's answer to a server, under the id as it came. */
  original(message: JSONRPCMessage): JSONRPCMessage;
}

export function createIdNames(): IdNames {
  // No server can have an id that begins with it.
  const prefix = `${crypto.randomUUID()} `;
  const toName = (id: JsonNumber): string => prefix + id.source;
  return {
    named(message) {
      if (!('method' in message)) return message;
      const { params } = message;
      const { requestId, progressToken } = (params ?? {}) as JsonObject;
      const ofRequest = (params?._meta as JsonObject | undefined)?.['progressToken'];
      const inParams = {
        ...(requestId instanceof JsonNumber && { requestId: toName(requestId) }),
        // It is one of ours.
        ...(progressToken instanceof JsonNumber && { progressToken: Number(progressToken) }),
        ...(ofRequest instanceof JsonNumber && { _meta: { ...params?._meta, progressToken: Number(ofRequest) } }),
      };
      const id = 'id' in message && (message.id as unknown);
      const named = id instanceof JsonNumber ? { ...message, id: toName(id) } : message;
      return Object.keys(inParams).length === 0 ? named : { ...named, params: { ...params, ...inParams } };
    },
    original(message) {
      const id = 'method' in message ? undefined : message.id;
      if (typeof id !== 'string' || !id.startsWith(prefix)) return message;
      return { ...message, id: new JsonNumber(id.slice(prefix.length)) as unknown as RequestId };
    },
  };
}
