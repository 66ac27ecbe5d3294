import type { Migration } from './migration.ts';
import { teamsAndLedger } from './migrations/0001-teams-and-ledger.ts';
import { artifacts } from './migrations/0002-artifacts.ts';
import { artifactSweep } from './migrations/0003-artifact-sweep.ts';
import { context } from './migrations/0004-context.ts';
import { contextChanges } from './migrations/0005-context-changes.ts';
import { contextSizes } from './migrations/0006-context-sizes.ts';
import { sessionsAndAudit } from './migrations/0007-sessions-and-audit.ts';

/** All migrations, oldest first. A released one never changes. `pnpm migrations` writes them as files. */
export const MIGRATIONS: readonly Migration[] = [
  teamsAndLedger,
  artifacts,
  artifactSweep,
  context,
  contextChanges,
  contextSizes,
  sessionsAndAudit,
];
