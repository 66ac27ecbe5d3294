import type { GatewayResult } from '../calls/gateway-result.ts';
import type { JsonObject } from '../connection/server-connection.ts';

/** Which server named a URI in a result: results are handed on as they are, with the URIs that only it knows. */
export interface SeenUris {
  note(server: string, result: GatewayResult): void;
  serverOf(uri: string): string | undefined;
}

const MAX = 2000;

export function createSeenUris(): SeenUris {
  const seen = new Map<string, string>();
  return {
    note(server, { content }) {
      for (const block of content) {
        const { type, uri, resource } = block as { type?: unknown; uri?: unknown; resource?: JsonObject };
        const named = type === 'resource_link' ? uri : type === 'resource' ? resource?.['uri'] : undefined;
        if (typeof named !== 'string') continue;
        seen.delete(named);
        seen.set(named, server);
      }
      for (const uri of seen.keys()) {
        if (seen.size <= MAX) break;
        seen.delete(uri);
      }
    },
    serverOf: (uri) => seen.get(uri),
  };
}
