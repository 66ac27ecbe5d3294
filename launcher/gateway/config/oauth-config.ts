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

const REFERENCES = `\`\${VAR}\` is replaced from the environment.`;
const text = (): z.ZodMiniString => z.string().check(z.minLength(1));

const SHAPE = {
  clientId: z.optional(text()).check(z.describe(`Id of a client that you registered in advance. ${REFERENCES}`)),
  clientSecret: z
    .optional(text())
    .check(z.describe(`Secret of that client. Use a reference to keep it out of this file. ${REFERENCES}`)),
  scopes: z
    .optional(z.array(z.string()))
    .check(z.describe('Scopes to request, instead of those that the server names.')),
  clientMetadataUrl: z
    .optional(text())
    .check(z.describe(`https URL of a Client ID Metadata Document for this client. ${REFERENCES}`)),
  callbackPort: z
    .optional(z.int().check(z.minimum(1), z.maximum(65_535)))
    .check(z.describe('Port on 127.0.0.1 for the redirect after sign-in. Default: any free port.')),
};

/** Schema of the settings. Other hosts' keys are allowed, with a warning. */
export const oauthSchema: z.ZodMiniType<OAuthConfig> = z.looseObject(SHAPE);

/** Allowed values, for error messages. */
export const OAUTH_ALLOWED: Readonly<Record<keyof OAuthConfig, string>> = {
  clientId: 'a non-empty string',
  clientSecret: 'a non-empty string',
  scopes: 'an array of strings',
  clientMetadataUrl: 'an https URL with a path',
  callbackPort: 'an integer from 1 to 65535',
};

/** Returns the settings with known keys, in a fixed order. */
export function knownOAuth(given: OAuthConfig): OAuthConfig {
  const known = Object.keys(OAUTH_ALLOWED) as (keyof OAuthConfig)[];
  return Object.fromEntries(known.flatMap((key) => (given[key] === undefined ? [] : [[key, given[key]]])));
}
