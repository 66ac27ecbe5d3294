import { hashSecret, idOfKey, sameHash } from './api-key.ts';
import type { Directory, KeyRecord } from './directory.ts';
import { monthOf } from './month.ts';
import type { Principal } from './principal.ts';
import { SCOPES } from './scope.ts';
import { createTokenBuckets, type RateAnswer } from './token-buckets.ts';

/** How long a confirmed key stays accepted. */
const TTL_MS = 600_000;
/** Max keys remembered. */
const MAX = 10_000;

/**
 * Creates a bounded cache of keys. A record holds a hash, never a secret. `now` returns milliseconds since 1970.
 */
export function createKnownKeys(now: () => number) {
  const records = new Map<string, { readonly record: KeyRecord; readonly since: number }>();
  /** The last known use of each team's month, which any of its keys may have brought. */
  const used = new Map<string, number>();
  return {
    /** Stores the directory's answer; undefined forgets the key. */
    remember(id: string, record: KeyRecord | undefined): void {
      records.delete(id);
      if (record === undefined) return;
      records.set(id, { record, since: now() });
      used.set(record.teamId, record.usedBytes);
      if (records.size > MAX) records.delete(records.keys().next().value as string);
      if (used.size > MAX) used.delete(used.keys().next().value as string);
    },
    recall(id: string): KeyRecord | undefined {
      const found = records.get(id);
      if (found === undefined) return undefined;
      // The clock may jump in either direction, so the difference counts without its sign.
      const passed = Math.abs(now() - found.since);
      if (passed >= TTL_MS) return undefined;
      const { leftMs, teamId, usedBytes } = found.record;
      const left = leftMs === null ? null : leftMs - passed;
      return { ...found.record, leftMs: left, usedBytes: used.get(teamId) ?? usedBytes };
    },
  };
}

/**
 * Outcome of authentication. `unknown`: no such key, or it is expired or revoked; callers cannot tell which.
 * `unavailable`: it cannot be checked now. `Slowed`: as `unknown`, after too many failed attempts.
 */
export type Authentication = Principal | 'unknown' | 'unavailable' | Slowed;

export interface Slowed {
  readonly kind: 'slowed';
  readonly retryAfterSeconds: number;
}

export interface AuthenticatorOptions {
  /** The administrator's secret, which needs no storage. */
  readonly adminKey?: string | undefined;
  /** Undefined: the administrator's secret is the only key. */
  readonly directory?: Directory | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Called if the storage fails during a lookup. */
  readonly onFailure?: ((error: unknown) => void) | undefined;
  /** Counts a failed attempt from an address, unless there were too many. Default: 20, and 20 more a minute. */
  readonly countGuess?: CountGuess | undefined;
}

export type CountGuess = (source: string) => RateAnswer | Promise<RateAnswer>;

/** Failed attempts a minute from one address. */
export const GUESSES_A_MINUTE = 20;

export interface Authenticator {
  /**
   * Identifies the holder of a credential. Never rejects. Failed attempts are counted by source address. A valid key is
   * accepted, whatever others try.
   */
  authenticate(credential: string, address?: () => string | undefined): Promise<Authentication>;
  /**
   * Identifies the holder of the key with this id (`root` for the administrator) while it is valid; used for sessions.
   * Never rejects. An id of a person may be followed by `-` and `EnteredPerson.since`, which must be the present one.
   */
  resume(id: string): Promise<Exclude<Authentication, Slowed>>;
  /** Stops accepting a revoked key at once, even if the directory cannot be reached. */
  forget(keyId: string): void;
}

/** Hash to compare with if there is no key, so that an existing id takes no longer than an unknown one. */
const NOBODY = '0'.repeat(64);

/** Max cached hashes: a few hundred kilobytes. */
const MAX_HASHES = 1_000;

const ROOT: Principal = {
  kind: 'root',
  team: 'root',
  key: 'root',
  owner: 'root',
  scopes: new Set(SCOPES),
  maxBodyBytes: null,
  ratePerMinute: null,
  quota: null,
};

/**
 * Creates the authenticator. Every call asks the directory, so a revocation takes effect with the next request. While
 * the directory is down, keys that it confirmed recently are still accepted, so that pruning goes on.
 */
export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  const { adminKey, directory, now } = options;
  const guesses = createTokenBuckets({ now });
  const { countGuess = (source) => guesses.take(source, GUESSES_A_MINUTE) } = options;
  const isAdmin = createAdminTest(adminKey);
  const known = createKnownKeys(now);
  // Caches hashes of accepted credentials: hashing takes longer than the rest of authentication.
  const hashes = new Map<string, string>();
  const letIn = (credential: string, hash: string): void => {
    if (hashes.size >= MAX_HASHES) hashes.clear();
    hashes.set(credential, hash);
  };

  const findKey: FindKey = directory === undefined ? async () => undefined : createFindKey(directory, known, options);

  const resume: Authenticator['resume'] = async (id) => {
    const [keyId = '', since] = id.split('-');
    if (keyId === 'root') return adminKey === undefined ? 'unknown' : ROOT;
    const record = await findKey(keyId);
    if (record === 'unavailable') return record;
    if (record === undefined || !isValid(record)) return 'unknown';
    // A person who was removed and restored has to sign in again.
    return since !== undefined && Number(since) !== record.createdAt ? 'unknown' : toPrincipal(record);
  };

  const identify = async (credential: string): Promise<Exclude<Authentication, Slowed>> => {
    const hash = hashes.get(credential) ?? (await hashSecret(credential));
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
      const found = await identify(credential);
      // Counted after the lookup, so that others at the same address never block a valid key.
      if (found !== 'unknown') return found;
      const counted = await countGuess(address() ?? '');
      return counted.ok ? 'unknown' : { kind: 'slowed', retryAfterSeconds: counted.retryAfterSeconds };
    },

    forget: (keyId) => known.remember(keyId, undefined),

    resume,
  };
}

type FindKey = (id: string) => Promise<KeyRecord | undefined | 'unavailable'>;

/** Asks the directory, and on a failure its last answer. A key without one is worth waiting for. */
function createFindKey(
  directory: Directory,
  known: ReturnType<typeof createKnownKeys>,
  { now, onFailure }: Pick<AuthenticatorOptions, 'now' | 'onFailure'>,
): FindKey {
  const find = async (id: string, isUrgent: boolean): Promise<KeyRecord | undefined> => {
    const record = await directory.findKey(id, monthOf(now()), isUrgent);
    known.remember(id, record);
    return record;
  };
  return async (id) => {
    try {
      return await find(id, true);
    } catch (error) {
      onFailure?.(error);
      return known.recall(id) ?? (await find(id, false).catch(() => 'unavailable' as const));
    }
  };
}

function createAdminTest(adminKey: string | undefined): (hash: string) => Promise<boolean> {
  // Caches the value, not a promise shared among requests: on workerd a promise ends with the request that created it.
  let adminHash: string | undefined;
  return async (hash) => {
    if (adminKey === undefined) return false;
    adminHash ??= await hashSecret(adminKey);
    return sameHash(hash, adminHash);
  };
}

const isValid = ({ revokedAt, leftMs }: KeyRecord): boolean => revokedAt === null && (leftMs === null || leftMs > 0);

function toPrincipal(record: KeyRecord): Principal {
  if (record.role === 'root') return { ...ROOT, key: record.id, owner: record.owner };
  const { monthlyQuotaBytes: limit, usedBytes: used } = record;
  return {
    kind: 'key',
    team: record.teamId,
    key: record.id,
    owner: record.owner,
    scopes: new Set(record.scopes),
    maxBodyBytes: record.maxBodyBytes,
    ratePerMinute: record.ratePerMinute,
    quota: limit === null ? null : { limit, used },
  };
}
