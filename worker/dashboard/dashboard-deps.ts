import type { Authenticator } from '../../src/access/authenticator.ts';
import type { Directory } from '../../src/access/directory.ts';
import type { EndedSessions } from '../../src/access/ended-sessions.ts';
import type { LedgerCounters } from '../../src/ledger/ledger.ts';
import type { LedgerStore } from '../../src/ledger/ledger-store.ts';
import type { UpstreamStatus } from '../../src/pruning/upstream/upstream-status.ts';
import type { SqlContexts } from '../../src/storage/sql-context-store.ts';
import type { AuditedKeys } from '../access/audited-keys.ts';
import type { Gate } from '../access/gate.ts';
import type { TeamArtifacts } from '../artifacts/team-artifacts.ts';

/** What the dashboard is made of. */
export interface DashboardDeps {
  readonly authenticator: Pick<Authenticator, 'authenticate' | 'resume'>;
  /** Says what a request without a session may: a keyless worker lets its own machine in. */
  readonly gate: Gate;
  readonly directory: Directory;
  readonly keys: AuditedKeys;
  readonly endedSessions: EndedSessions;
  readonly store: LedgerStore;
  /** Undefined where nothing is kept. */
  readonly artifacts?: Pick<TeamArtifacts, 'of' | 'usage'> | undefined;
  /** Undefined where no context is kept. */
  readonly contexts?: Pick<SqlContexts, 'of'> | undefined;
  readonly ledger: () => LedgerCounters;
  /** Undefined where there is no upstream. */
  readonly upstream: () => UpstreamStatus | undefined;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /**
   * Seals sessions and forms. The same for every process and isolate that serves the dashboard; whoever has it can sign
   * in as anybody. A new one signs everybody out.
   */
  readonly sessionSecret: () => Promise<string>;
}
