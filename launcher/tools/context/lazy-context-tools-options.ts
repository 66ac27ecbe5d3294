import type { ArtifactStore } from '../../../src/artifacts/artifact-store.ts';
import type { EventLog } from '../../../src/base/events/event-log.ts';
import type { ChosenPruner } from '../../platform/settings/choose-pruner.ts';
import type { Timers } from '../../platform/timers.ts';

/** Options for a launcher's context tools. */
export interface LazyContextToolsOptions {
  readonly mode: 'off' | 'on' | 'auto';
  /** Value of MCP_PRUNER_HOME. */
  readonly home: string;
  /** Real path of the root. */
  readonly root: string;
  /** True if secrets are removed from stored text. */
  readonly redact: boolean;
  readonly artifacts: ArtifactStore;
  readonly chosen: ChosenPruner | undefined;
  readonly timers: Timers;
  readonly log: EventLog;
}
