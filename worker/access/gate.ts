import type { Authenticator, Slowed } from '../../src/access/authenticator.ts';
import type { Principal } from '../../src/access/principal.ts';
import { SCOPES } from '../../src/access/scope.ts';
import { type WireFailure, wireFailure } from '../../src/wire/wire-failure.ts';
import { credentialOf } from './credential.ts';
import { isLoopbackHost } from './loopback-host.ts';

/** What a worker without keys does. `local`: answers whoever asks it by a loopback name. `refuse`: answers nobody. */
export type Keyless = 'local' | 'refuse';

export interface GateOptions {
  readonly authenticator: Authenticator;
  /** Whether there is an administrator's secret or a key. Asked until it says yes. Rejects where it cannot tell. */
  readonly hasKeys: () => Promise<boolean>;
  readonly keyless: Keyless;
}

/** Who a request comes from, or why it may not pass. */
export type Gate = (request: Request, address?: () => string | undefined) => Promise<Principal | WireFailure>;

/** Whoever reaches a worker without keys: manages nothing, since there is nobody to manage it for. */
export const LOCAL: Principal = {
  kind: 'local',
  team: 'local',
  key: 'local',
  scopes: new Set(SCOPES.filter((scope) => scope !== 'admin')),
  maxBodyBytes: null,
  ratePerMinute: null,
  quota: null,
};

const UNAVAILABLE = wireFailure('storage_unavailable', 'Keys cannot be checked at the moment', 5);
const NO_KEYS = wireFailure(
  'not_configured',
  'This worker has no keys yet: set the secret PRUNER_ADMIN_KEY (wrangler secret put PRUNER_ADMIN_KEY), then create a team and a key (POST /v1/teams, POST /v1/keys)',
);
const UNAUTHORIZED = wireFailure('unauthorized', 'Unauthorized');

/** The answer to a credential that was not looked at. */
export function slowed({ retryAfterSeconds }: Slowed): WireFailure {
  return wireFailure('rate_limited', 'Too many keys that are not valid; wait, then try again', retryAfterSeconds);
}

/** Lets a request in by its key, before its body is read. What is wrong with a key is not told. */
export function createGate({ authenticator, hasKeys, keyless }: GateOptions): Gate {
  let keyed = false;
  return async (request, address) => {
    try {
      keyed ||= await hasKeys();
    } catch {
      return UNAVAILABLE;
    }
    if (!keyed) {
      if (keyless === 'refuse') return NO_KEYS;
      // A page in a browser may have its own name point here: only a loopback name is one of this machine's users.
      return isLoopbackHost(new URL(request.url).hostname)
        ? LOCAL
        : wireFailure('forbidden', 'A worker without keys answers to localhost only');
    }
    const credential = credentialOf(request);
    if (credential === undefined) return UNAUTHORIZED;
    const found = await authenticator.authenticate(credential, address);
    if (found === 'unavailable') return UNAVAILABLE;
    if (found === 'unknown') return UNAUTHORIZED;
    return found.kind === 'slowed' ? slowed(found) : found;
  };
}
