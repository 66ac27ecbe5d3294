import type { JsonObject } from '../../../src/base/json/json-object.ts';
import type { AnyToolResult } from '../../../src/fit/result/any-tool-result.ts';

/** Remembers which server mentioned a URI in a result, because results are passed on with the servers' own URIs. */
export interface SeenUris {
  note(server: string, result: AnyToolResult): void;
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
