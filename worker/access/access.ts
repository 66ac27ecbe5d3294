import type { SqlDatabase } from '../../src/storage/sql-database.ts';
import type { CounterSwitch } from '../../src/teams/counters/shared-counters.ts';
import {
  type Authenticator,
  type CountGuess,
  createAuthenticator,
  GUESSES_A_MINUTE,
} from '../../src/teams/keys/authenticator.ts';
import type { Directory } from '../../src/teams/keys/directory.ts';
import { createSqlDirectory } from '../../src/teams/keys/sql-directory.ts';
import { createTokenBuckets } from '../../src/teams/keys/token-buckets.ts';
import type { ProviderSettings } from '../settings/settings.ts';
import { type Admit, type AdmitDeps, createAdmit } from './admit.ts';
import { createGate, type Gate, type Keyless } from './gate.ts';
import { createBucketLimiter, type Limiter } from './limiter.ts';
import { createPeople, type People } from './people.ts';
import { createProvider } from './provider.ts';

/** Authentication and authorization of a worker. */
export interface Access {
  readonly admit: Admit;
  readonly gate: Gate;
  readonly authenticator: Authenticator;
  /** Undefined without a database. */
  readonly directory: Directory | undefined;
  /** Undefined without an identity provider. */
  readonly people: People | undefined;
  /** Counts a failed attempt from an address, unless there were too many. */
  readonly countGuess: CountGuess;
}

/** Dependencies of the access control. See `AppDeps` for those that a host may leave out. */
export interface AccessDeps {
  readonly adminKey?: string | undefined;
  readonly database?: SqlDatabase | undefined;
  /** Default: people sign in with keys alone. */
  readonly provider?: ProviderSettings | undefined;
  readonly keyless?: Keyless | undefined;
  readonly limiter?: Limiter | undefined;
  /** Counts rates, guesses and quotas together with other workers. Default: this worker alone. */
  readonly counters: CounterSwitch;
  readonly ratePerMinute?: number | undefined;
  readonly now: () => number;
  readonly clock: () => number;
  /** Undefined without a database; then no key has a quota. */
  readonly ledger: AdmitDeps['ledger'] | undefined;
  /** Returns the number of workers on the database. Default: one. */
  readonly workers?: (() => number) | undefined;
  readonly onFailure: (error: unknown) => void;
}

const RATE_PER_MINUTE = 1200;
const NO_LEDGER: AdmitDeps['ledger'] = { pendingBytes: () => 0, recordedBytes: () => 0, isBehind: () => false };

/** Creates the access control of a worker. */
export function createAccess(deps: AccessDeps): Access {
  const { adminKey, database, now, clock, ledger = NO_LEDGER, onFailure, counters } = deps;
  const stored = database === undefined ? undefined : createSqlDirectory(database);
  const guesses = createTokenBuckets({ now: clock });
  const countGuess: CountGuess = (source) =>
    counters.ask(
      (shared) => shared.take(`guess:${source}`, GUESSES_A_MINUTE),
      () => guesses.take(source, GUESSES_A_MINUTE),
    );
  const authenticator = createAuthenticator({ adminKey, directory: stored, now: clock, onFailure, countGuess });
  const directory = stored === undefined ? undefined : forgetting(stored, authenticator);
  const people =
    deps.provider &&
    directory &&
    createPeople({
      ...{ onFailure, directory, groups: deps.provider.groups },
      provider: createProvider({ settings: deps.provider, clock }),
    });
  const gate = createGate({
    authenticator,
    hasKeys: async () => adminKey !== undefined || people !== undefined || ((await stored?.hasKeys()) ?? false),
    onFailure,
    keyless: deps.keyless ?? 'local',
    personOf: people?.personOf,
  });
  const limiter =
    deps.limiter ?? createBucketLimiter({ perMinute: deps.ratePerMinute ?? RATE_PER_MINUTE, now, counters });
  const { workers = () => 1 } = deps;
  const admit = createAdmit({ gate, limiter, ledger, clock, counters, workers });
  return { admit, gate, authenticator, directory, people, countGuess };
}

// Records cached for a database outage must not outlive a revocation.
function forgetting(directory: Directory, authenticator: Authenticator): Directory {
  const forget =
    <T>(idsOf: (result: T) => readonly string[] | undefined) =>
    (result: T): T => {
      for (const one of idsOf(result) ?? []) authenticator.forget(one);
      return result;
    };
  return {
    ...directory,
    revokeKey: (id, of) => directory.revokeKey(id, of).then(forget((ids) => ids)),
    deleteTeam: (id) => directory.deleteTeam(id).then(forget((ids) => ids)),
    enterPerson: (person) => directory.enterPerson(person).then(forget((entered) => entered?.revoked)),
  };
}
