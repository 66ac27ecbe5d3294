import * as z from 'zod/mini';

/** OAuth settings of one server, for what discovery does not settle. Texts may hold references. */
export interface OAuthConfig {
  /** The client that was registered beforehand at the authorization server. */
  readonly clientId?: string | undefined;
  readonly clientSecret?: string | undefined;
  /** Asked for in place of what the server names at first; what it demands for a call is asked for as well. */
  readonly scopes?: readonly string[] | undefined;
  /** The address of a document about us, for servers that know clients by one (Client ID Metadata Documents). */
  readonly clientMetadataUrl?: string | undefined;
  /** The port on loopback that the user comes back to. A client that was registered beforehand may be bound to one. */
  readonly callbackPort?: number | undefined;
}

const REFERENCES = `\`\${VAR}\` is filled in from the environment.`;
const text = (): z.ZodMiniString => z.string().check(z.minLength(1));

const SHAPE = {
  clientId: z.optional(text()).check(z.describe(`The id of a client that was registered beforehand. ${REFERENCES}`)),
  clientSecret: z
    .optional(text())
    .check(z.describe(`Its secret, best as a reference: it is never written anywhere else. ${REFERENCES}`)),
  scopes: z
    .optional(z.array(z.string()))
    .check(z.describe('The scopes that are asked for, in place of those that the server names.')),
  clientMetadataUrl: z
    .optional(text())
    .check(z.describe(`The https address of a Client ID Metadata Document about this client. ${REFERENCES}`)),
  callbackPort: z
    .optional(z.int().check(z.minimum(1), z.maximum(65_535)))
    .check(z.describe('The port on 127.0.0.1 that the user comes back to. Default: any that is free.')),
};

/** Keys of other hosts are let through, and warned of. */
export const oauthSchema: z.ZodMiniType<OAuthConfig> = z.looseObject(SHAPE);

/** Allowed values, for error messages. */
export const OAUTH_ALLOWED: Readonly<Record<keyof OAuthConfig, string>> = {
  clientId: 'a text that is not empty',
  clientSecret: 'a text that is not empty',
  scopes: 'a list of texts',
  clientMetadataUrl: 'an https URL with a path',
  callbackPort: 'an integer 1..65535',
};

/** The settings that we know, in one order. */
export function knownOAuth(given: OAuthConfig): OAuthConfig {
  const known = Object.keys(OAUTH_ALLOWED) as (keyof OAuthConfig)[];
  return Object.fromEntries(known.flatMap((key) => (given[key] === undefined ? [] : [[key, given[key]]])));
}
