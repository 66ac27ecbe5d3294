import { hashSecret, idOfKey, sameHash } from './api-key.ts';
import type { Directory, KeyRecord } from './directory.ts';
import { createFailures, type Failures } from './failures.ts';
import { createKnownKeys } from './known-keys.ts';
import { monthOf } from './month.ts';
import type { Principal } from './principal.ts';
import { SCOPES } from './scope.ts';

/**
 * `unknown`: nobody's, expired or revoked, which callers are not told apart. `unavailable`: it cannot be checked now.
 * `Slowed`: it is not looked at, since too many before it were nobody's.
 */
export type Authentication = Principal | 'unknown' | 'unavailable' | Slowed;

export interface Slowed {
  readonly kind: 'slowed';
  readonly retryAfterSeconds: number;
}

export interface AuthenticatorOptions {
  /** The administrator's secret; it needs no storage. */
  readonly adminKey?: string | undefined;
  /** Undefined: no keys but the administrator's secret. */
  readonly directory?: Directory | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Told when the storage failed to say who it is. */
  readonly onFailure?: ((error: unknown) => void) | undefined;
  /** Counts guesses. Default: in memory. */
  readonly failures?: Failures | undefined;
}

export interface Authenticator {
  /**
   * Who holds this credential. Never rejects. Guesses are slowed by the address they come from, where it is known, and
   * by the key they aim at; whoever was let in lately is let in whatever others guess.
   */
  authenticate(credential: string, address?: () => string | undefined): Promise<Authentication>;
  /** Who holds the key of this id (`root` for the administrator), as long as it is valid: for sessions. Never rejects. */
  resume(keyId: string): Promise<Exclude<Authentication, Slowed>>;
  /** Lets in a revoked key no more, whatever the directory can still say. */
  forget(keyId: string): void;
}

/** Compared with where there is no key, so that an id which exists takes no longer than one which does not. */
const NOBODY = '0'.repeat(64);

/** Some hundred kilobytes. */
const MOST_HASHES = 1_000;

const ROOT: Principal = {
  kind: 'root',
  team: 'root',
  key: 'root',
  scopes: new Set(SCOPES),
  maxBodyBytes: null,
  ratePerMinute: null,
  quota: null,
};

/**
 * Tells who holds a credential. Every call asks the directory, so that a revocation takes effect with the next request;
 * while the directory fails, keys that it vouched for a short time ago are let in, so that pruning goes on.
 */
export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  const { adminKey, directory, now, onFailure, failures = createFailures({ now }) } = options;
  // Not a promise that requests share: on workerd one ends with the request that made it.
  let adminHash: string | undefined;
  const isAdmin = async (hash: string): Promise<boolean> => {
    if (adminKey === undefined) return false;
    adminHash ??= await hashSecret(adminKey);
    return sameHash(hash, adminHash);
  };
  const known = createKnownKeys({ now });
  // Of credentials that were let in: hashing one takes longer than all the rest of asking who it is.
  const hashes = new Map<string, string>();
  const hashOf = async (credential: string): Promise<string> => hashes.get(credential) ?? hashSecret(credential);
  const letIn = (credential: string, hash: string): void => {
    if (hashes.size >= MOST_HASHES) hashes.clear();
    hashes.set(credential, hash);
  };

  const findKey = async (id: string): Promise<KeyRecord | undefined | 'unavailable'> => {
    if (directory === undefined) return undefined;
    try {
      const record = await directory.findKey(id, monthOf(now()));
      known.remember(id, record);
      return record;
    } catch (error) {
      onFailure?.(error);
      return known.recall(id) ?? 'unavailable';
    }
  };

  const isValid = ({ revokedAt, expiresAt }: KeyRecord): boolean =>
    revokedAt === null && (expiresAt === null || expiresAt > now());

  const identify = async (credential: string): Promise<Exclude<Authentication, Slowed>> => {
    const hash = await hashOf(credential);
    if (await isAdmin(hash)) {
      letIn(credential, hash);
      return ROOT;
    }
    const id = idOfKey(credential);
    if (id === undefined) return 'unknown';
    const record = await findKey(id);
    if (record === 'unavailable') return record;
    const same = sameHash(hash, record?.hash ?? NOBODY);
    if (record === undefined || !same || !isValid(record)) return 'unknown';
    letIn(credential, hash);
    return toPrincipal(record);
  };

  return {
    async authenticate(credential, address = () => undefined) {
      if (!failures.isEmpty && !hashes.has(credential)) {
        const wait = Math.max(...sourcesOf(credential, address()).map(failures.waitSeconds));
        if (wait > 0) return { kind: 'slowed', retryAfterSeconds: wait };
      }
      const found = await identify(credential);
      if (found === 'unknown') sourcesOf(credential, address()).forEach(failures.add);
      return found;
    },

    forget: (keyId) => known.remember(keyId, undefined),

    async resume(keyId) {
      if (keyId === 'root') return adminKey === undefined ? 'unknown' : ROOT;
      const record = await findKey(keyId);
      if (record === 'unavailable') return record;
      return record !== undefined && isValid(record) ? toPrincipal(record) : 'unknown';
    },
  };
}

/** What a guess counts against. One that aims at no key, from nowhere that is known, aims at the administrator's secret. */
function sourcesOf(credential: string, address: string | undefined): readonly string[] {
  const id = idOfKey(credential);
  const aimed = id === undefined ? [] : [`key ${id}`];
  if (address !== undefined) return [`address ${address}`, ...aimed];
  return aimed.length === 0 ? ['root'] : aimed;
}

function toPrincipal(record: KeyRecord): Principal {
  const { monthlyQuotaBytes: limit, usedBytes: used } = record;
  return {
    kind: 'key',
    team: record.teamId,
    key: record.id,
    scopes: new Set(record.scopes),
    maxBodyBytes: record.maxBodyBytes,
    ratePerMinute: record.ratePerMinute,
    quota: limit === null ? null : { limit, used },
  };
}
