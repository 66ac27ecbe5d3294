import { type RequestFailure, requestFailure } from '../../src/prune-api/request-failure.ts';
import type { Authentication, Authenticator, Slowed } from '../../src/teams/keys/authenticator.ts';
import type { Principal } from '../../src/teams/keys/principal.ts';
import { SCOPES, type Scope } from '../../src/teams/keys/scope.ts';
import { isLoopbackHost } from '../http/loopback-host.ts';
import { credentialOf, isAgentToken } from './credential.ts';
import type { People } from './people.ts';

/**
 * Behavior of a worker without keys. `local`: answers requests to a loopback name that no proxy forwarded. `refuse`:
 * refuses all requests.
 */
export type Keyless = 'local' | 'refuse';

export interface GateOptions {
  readonly authenticator: Authenticator;
  /** True if there is an administrator's secret or a key. Called until it returns true. Rejects if it cannot tell. */
  readonly hasKeys: () => Promise<boolean>;
  readonly keyless: Keyless;
  /** Identifies the person of a token; see `People`. Default: there are no people. */
  readonly personOf?: People['personOf'] | undefined;
  /** Called if `hasKeys` rejects. */
  readonly onFailure?: ((error: unknown) => void) | undefined;
}

/** Identifies the sender of a request, or says why it may not pass. */
export type Gate = (request: Request, address?: () => string | undefined) => Promise<Principal | RequestFailure>;

/** Any caller of a worker without keys. It cannot manage teams and keys, since there are none. */
export const LOCAL: Principal = {
  kind: 'local',
  team: 'local',
  key: 'local',
  owner: 'local',
  scopes: new Set(SCOPES.filter((scope) => scope !== 'admin' && scope !== 'keys')),
  maxBodyBytes: null,
  ratePerMinute: null,
  quota: null,
};

const UNAVAILABLE = requestFailure('storage_unavailable', 'Keys cannot be checked right now', 5);
const MAKE_KEYS = 'then create a team and a key (POST /v1/teams, POST /v1/keys)';
const NO_KEYS = requestFailure(
  'not_configured',
  `This worker has no keys yet: set the secret PRUNER_ADMIN_KEY (wrangler secret put PRUNER_ADMIN_KEY), ${MAKE_KEYS}`,
);
const UNAUTHORIZED = requestFailure('unauthorized', 'Unauthorized');

/** Builds the answer after too many invalid credentials. */
function slowed({ retryAfterSeconds }: Slowed): RequestFailure {
  return requestFailure('rate_limited', 'Too many invalid keys; wait, then try again', retryAfterSeconds);
}

/** Headers that proxies add. Browsers send none of them, and neither do the clients of this worker. */
const FORWARDED =
  /^(forwarded|via|x-forwarded(-.*)?|x-real-ip|x-client-ip|x-cluster-client-ip|x-envoy-.*|(true|cf|fastly|fly)-(client|connecting)-ip)$/;

/** Admits requests that were made on this machine, as far as that can be determined. */
function admitLocal(request: Request): Principal | RequestFailure {
  // A web page may point its own name at this machine (DNS rebinding), so only loopback names count as local.
  if (!isLoopbackHost(new URL(request.url).hostname)) {
    return requestFailure('forbidden', 'A worker without keys answers only to localhost');
  }
  // A proxy on this machine may call the worker localhost for any of its own clients.
  const proxied = [...request.headers.keys()].find((name) => FORWARDED.test(name));
  if (proxied === undefined) return LOCAL;
  const said = `A worker without keys answers only to its own machine, and the header "${proxied}" shows that a proxy sent this request`;
  return requestFailure('forbidden', `${said}: set PRUNER_ADMIN_KEY, ${MAKE_KEYS}`);
}

const AGENT_SCOPES: readonly Scope[] = ['prune', 'artifacts', 'context'];

/** Narrows a person to what the person's agents may do: the tools of `/mcp`. */
const toAgent = (person: Principal): Principal => ({
  ...person,
  kind: 'key',
  scopes: new Set(AGENT_SCOPES.filter((scope) => person.scopes.has(scope))),
});

/**
 * Creates the gate, which admits a request by its key before the body is read. It never says what is wrong with a key.
 */
export function createGate({ authenticator, hasKeys, keyless, personOf, onFailure = () => {} }: GateOptions): Gate {
  let keyed = false;
  const agentOf = async (token: string, address: () => string | undefined): Promise<Authentication> => {
    const person = await personOf?.(token).catch(() => 'unavailable' as const);
    if (person === 'unavailable') return person;
    // Without a person the token is a wrong key, and counted as one.
    if (person === undefined) return authenticator.authenticate(token, address);
    const found = await authenticator.resume(person);
    return typeof found === 'string' ? found : toAgent(found);
  };
  return async (request, address) => {
    try {
      keyed ||= await hasKeys();
    } catch (error) {
      onFailure(error);
      return UNAVAILABLE;
    }
    if (!keyed) return keyless === 'refuse' ? NO_KEYS : admitLocal(request);
    const credential = credentialOf(request);
    if (credential === undefined) return UNAUTHORIZED;
    const found = isAgentToken(request, credential)
      ? await agentOf(credential, address ?? (() => undefined))
      : await authenticator.authenticate(credential, address);
    if (found === 'unavailable') return UNAVAILABLE;
    if (found === 'unknown') return UNAUTHORIZED;
    return found.kind === 'slowed' ? slowed(found) : found;
  };
}
