import type { ArtifactStore } from '../../src/artifacts/artifact-store.ts';
import type { EventLog } from '../events/event-log.ts';
import type { Timers } from '../process/timers.ts';
import type { ChosenPruner } from '../pruning/choose-pruner.ts';

/** What the context tools of a launcher are made with. */
export interface LazyContextToolsOptions {
  readonly mode: 'off' | 'on' | 'auto';
  /** MCP_PRUNER_HOME. */
  readonly home: string;
  /** The root's real path. */
  readonly root: string;
  /** Whether secrets are taken out of what is kept. */
  readonly redact: boolean;
  readonly artifacts: ArtifactStore;
  readonly chosen: ChosenPruner | undefined;
  readonly timers: Timers;
  readonly log: EventLog;
}
