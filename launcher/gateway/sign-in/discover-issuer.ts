import {
  type AuthorizationServerMetadata,
  checkResourceAllowed,
  discoverOAuthServerInfo,
  type FetchLike,
  type OAuthProtectedResourceMetadata,
  resourceUrlFromServerUrl,
} from '@modelcontextprotocol/client';
import { signInFault } from './to-sign-in-fault.ts';

/** The authorization server that signs users in to a server. */
export interface Issuer {
  readonly at: string;
  readonly metadata: AuthorizationServerMetadata | undefined;
  /** Issuer name that its credentials are bound to. */
  readonly name: string;
  /** Resource that tokens are issued for (RFC 8707). */
  readonly resource: string | undefined;
  readonly described: OAuthProtectedResourceMetadata | undefined;
}

interface Asked {
  readonly server: string;
  readonly url: string;
  /** URL of the server's resource metadata, if the server named it. */
  readonly resourceMetadataUrl: URL | undefined;
  readonly fetchFn: FetchLike;
}

/** Discovers the authorization server. Rejects with an `MCPConnectionError` if it cannot be trusted. */
export async function discoverIssuer({ server, url, resourceMetadataUrl, fetchFn }: Asked): Promise<Issuer> {
  const refuse = (why: string): Error => signInFault('unauthorized', server, url, why);
  const asked = { fetchFn, ...(resourceMetadataUrl && { resourceMetadataUrl }) };
  // The SDK's own check also refuses servers without resource metadata. Such servers predate the rule, and their
  // metadata often names another issuer.
  const found = await discoverOAuthServerInfo(url, { ...asked, skipIssuerMetadataValidation: true });
  const { authorizationServerUrl: at, authorizationServerMetadata: metadata, resourceMetadata: described } = found;
  const name = metadata?.issuer ?? at;
  const named = described?.authorization_servers?.[0];
  if (named !== undefined && bare(name) !== bare(named)) {
    throw refuse('the metadata of its authorization server is of another issuer');
  }
  const resource = described?.resource;
  const requestedResource = resourceUrlFromServerUrl(url);
  if (resource !== undefined && !checkResourceAllowed({ requestedResource, configuredResource: resource })) {
    throw refuse('it says that it is another server');
  }
  return { at, metadata, name, resource, described };
}

const bare = (url: string): string => url.replace(/\/$/, '');

/** False if a credential belongs to another issuer. Credentials stored by earlier versions name none. */
export function isOf({ name }: Issuer, credential: { readonly issuer?: unknown }): boolean {
  return typeof credential.issuer !== 'string' || bare(credential.issuer) === bare(name);
}
