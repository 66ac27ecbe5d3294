import * as z from 'zod/mini';

/** OAuth settings of one server that discovery does not provide. Texts may contain references. */
export interface OAuthConfig {
  /** Id of a client that was registered in advance at the authorization server. */
  readonly clientId?: string | undefined;
  readonly clientSecret?: string | undefined;
  /**
   * Scopes to request first instead of those that the server names. Scopes that the server demands for a call are
   * requested as well.
   */
  readonly scopes?: readonly string[] | undefined;
  /** URL of a document that describes us as a client (Client ID Metadata Document), for servers that support it. */
  readonly clientMetadataUrl?: string | undefined;
  /** Loopback port for the redirect after sign-in. A client registered in advance may be limited to one. */
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

/** Schema of the settings. Other hosts' keys are allowed, with a warning. */
export const oauthSchema: z.ZodMiniType<OAuthConfig> = z.looseObject(SHAPE);

/** Allowed values, for error messages. */
export const OAUTH_ALLOWED: Readonly<Record<keyof OAuthConfig, string>> = {
  clientId: 'a text that is not empty',
  clientSecret: 'a text that is not empty',
  scopes: 'a list of texts',
  clientMetadataUrl: 'an https URL with a path',
  callbackPort: 'an integer 1..65535',
};

/** Returns the settings with known keys, in a fixed order. */
export function knownOAuth(given: OAuthConfig): OAuthConfig {
  const known = Object.keys(OAUTH_ALLOWED) as (keyof OAuthConfig)[];
  return Object.fromEntries(known.flatMap((key) => (given[key] === undefined ? [] : [[key, given[key]]])));
}
