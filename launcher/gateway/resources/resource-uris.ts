/** A resource, by the URI that its server knows. */
export interface ResourceOrigin {
  readonly server: string;
  readonly uri: string;
}

const OURS = /^mcp:\/\/([^/]+)\/([\s\S]+)$/;

/**
 * Returns our URI for a server's resource: `mcp://<server>/<its own URI>`. The server's own URI is unchanged, so that
 * templates (RFC 6570) stay templates. The prefix is needed because two servers may use the same URIs.
 */
export function toGatewayUri({ server, uri }: ResourceOrigin): string {
  return `mcp://${encodeURIComponent(server)}/${uri}`;
}

/** Parses our URI; undefined for any other. */
export function fromGatewayUri(uri: string): ResourceOrigin | undefined {
  const [, server, own] = OURS.exec(uri) ?? [];
  if (server === undefined || own === undefined) return undefined;
  try {
    return { server: decodeURIComponent(server), uri: own };
  } catch {
    return undefined;
  }
}
