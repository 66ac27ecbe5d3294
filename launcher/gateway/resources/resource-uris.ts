import { isJsonObject, type JsonObject } from '../../../src/base/json/json-object.ts';

/** A resource, by the URI that its server knows. */
export interface ResourceOrigin {
  readonly server: string;
  readonly uri: string;
}

const OURS = /^(mcp|ui):\/\/([^/]+)\/([\s\S]+)$/;
/** Scheme of pages that a host shows for a tool's results (MCP Apps, "UI Resources"). Hosts take no other. */
const UI = 'ui://';

/**
 * Returns our URI for a server's resource: `mcp://<server>/<its own URI>`, or `ui://<server>/…` for a page. The server's
 * own URI is unchanged otherwise, so that templates (RFC 6570) stay templates. The prefix is needed because two servers
 * may use the same URIs.
 */
export function toGatewayUri({ server, uri }: ResourceOrigin): string {
  const name = encodeURIComponent(server);
  return uri.startsWith(UI) ? `${UI}${name}/${uri.slice(UI.length)}` : `mcp://${name}/${uri}`;
}

/** Replaces the page in a tool's `_meta` by our URI (MCP Apps, "Tool Metadata"; also in its earlier form). */
export function withGatewayPage<T extends JsonObject>(server: string, tool: T): T {
  const meta = tool['_meta'];
  if (!isJsonObject(meta)) return tool;
  const ours = (page: unknown): unknown => (typeof page === 'string' ? toGatewayUri({ server, uri: page }) : page);
  const { ui, [EARLIER]: earlier } = meta;
  const isPage = isJsonObject(ui) && ui['resourceUri'] !== undefined;
  if (!isPage && earlier === undefined) return tool;
  const own = {
    ...(isPage && { ui: { ...ui, resourceUri: ours(ui['resourceUri']) } }),
    ...(earlier !== undefined && { [EARLIER]: ours(earlier) }),
  };
  return { ...tool, _meta: { ...meta, ...own } };
}

const EARLIER = 'ui/resourceUri';

/** Parses our URI; undefined for any other. */
export function fromGatewayUri(uri: string): ResourceOrigin | undefined {
  const [, scheme, server, own] = OURS.exec(uri) ?? [];
  if (server === undefined || own === undefined) return undefined;
  try {
    return { server: decodeURIComponent(server), uri: scheme === 'ui' ? `${UI}${own}` : own };
  } catch {
    return undefined;
  }
}
