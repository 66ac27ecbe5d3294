/** A resource by the URI that its server knows. */
export interface ResourceOrigin {
  readonly server: string;
  readonly uri: string;
}

const OURS = /^mcp:\/\/([^/]+)\/([\s\S]+)$/;

/**
 * A server's resource here: `mcp://<server>/<its own URI>`, as it is, so that templates (RFC 6570) stay templates. Two
 * servers may have the same URIs.
 */
export function toGatewayUri({ server, uri }: ResourceOrigin): string {
  return `mcp://${encodeURIComponent(server)}/${uri}`;
}

/** The way back; undefined for a URI that is none of ours. */
export function fromGatewayUri(uri: string): ResourceOrigin | undefined {
  const [, server, own] = OURS.exec(uri) ?? [];
  if (server === undefined || own === undefined) return undefined;
  try {
    return { server: decodeURIComponent(server), uri: own };
  } catch {
    return undefined;
  }
}
