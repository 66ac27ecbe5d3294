import type { EventLog } from '../events/event-log.ts';
import type { Prunable } from '../pruning/prunable.ts';
import type { PruneStage } from '../pruning/prune-output.ts';
import type { ClientView } from './client-view.ts';
import type { RequestLife } from './request-life.ts';
import type { KeepOptions } from './respond.ts';
import type { Answer } from './tool-result.ts';

export interface ShortenOptions extends KeepOptions {
  readonly prune: PruneStage;
}

/** A tool's output, and how it is to be answered. */
export interface RawOutput {
  /** Without what pruning came to. */
  readonly answer: Omit<Answer, 'pruning'>;
  /** The part that a pruner may shorten where the contract's structured content is what counts; none of a failure. */
  readonly prunable: Prunable<object> | undefined;
  readonly question: string | undefined;
  readonly client: ClientView;
  readonly signal: AbortSignal;
  readonly log: EventLog;
  readonly enter: RequestLife['enter'];
}
