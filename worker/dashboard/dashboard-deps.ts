import type { UpstreamStatus } from '../../src/remote-pruner/upstream-status.ts';
import type { AuditTrail } from '../../src/teams/keys/audit.ts';
import type { Authenticator, CountGuess } from '../../src/teams/keys/authenticator.ts';
import type { Directory } from '../../src/teams/keys/directory.ts';
import type { EndedSessions } from '../../src/teams/keys/ended-sessions.ts';
import type { LedgerCounters } from '../../src/teams/usage/ledger.ts';
import type { LedgerStore } from '../../src/teams/usage/ledger-store.ts';
import type { Gate } from '../access/gate.ts';
import type { Management } from '../access/management.ts';
import type { People } from '../access/people.ts';
import type { TeamArtifacts } from '../artifacts/team-artifacts.ts';
import type { SignInRefusal } from '../http/events/worker-event.ts';
import type { WorkerSettings } from '../settings/settings.ts';

/** What a million tokens cost. */
export type TokenPrice = NonNullable<WorkerSettings['price']>;

/** Dependencies of the dashboard. */
export interface DashboardDeps {
  readonly authenticator: Pick<Authenticator, 'authenticate' | 'resume'>;
  /** Decides about a request without a session: a keyless worker admits its own machine. */
  readonly gate: Gate;
  readonly directory: Directory;
  /** Counts a failed attempt from an address, unless there were too many. */
  readonly countGuess: CountGuess;
  /** Default: people sign in with keys alone. */
  readonly people?: People | undefined;
  readonly management: Management;
  readonly endedSessions: EndedSessions;
  readonly store: LedgerStore;
  /** Undefined if nothing is stored. */
  readonly artifacts?: Pick<TeamArtifacts, 'of' | 'usage'> | undefined;
  readonly ledger: () => LedgerCounters;
  /** Undefined if there is no upstream. */
  readonly upstream: () => UpstreamStatus | undefined;
  /** Reads the audit trail. */
  readonly trail: Pick<AuditTrail, 'read'>;
  /** Price of tokens; undefined: no money is shown. */
  readonly price?: TokenPrice | undefined;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /**
   * Seals sessions and forms. The same for every process and isolate that serves the dashboard. With this secret, one
   * can sign in as anybody. A new one signs everybody out.
   */
  readonly sessionSecret: () => Promise<string>;
  readonly onStorageFailure: (error: unknown) => void;
  /** Called if a sign-in by the identity provider fails. Default: nothing. */
  readonly onRefusal?: ((refusal: SignInRefusal) => void) | undefined;
}
