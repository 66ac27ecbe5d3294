import type { EventLog } from '../../../src/base/events/event-log.ts';
import type { RequestLife } from '../../../src/mcp/calls/request-life.ts';
import type { Prunable } from '../prunable.ts';
import type { ClientView } from './client-view.ts';
import type { PruneStage } from './pruning/prune-output.ts';
import type { KeepOptions } from './respond.ts';
import type { Answer } from './tool-result.ts';

export interface ShortenOptions extends KeepOptions {
  readonly prune: PruneStage;
}

/** A tool's output, and the context for answering it. */
export interface RawOutput {
  /** The answer, still without pruning metadata. */
  readonly answer: Omit<Answer, 'pruning'>;
  /** Part that a pruner may shorten if the client uses structured content; undefined for a failure. */
  readonly prunable: Prunable<object> | undefined;
  readonly question: string | undefined;
  readonly client: ClientView;
  readonly signal: AbortSignal;
  readonly log: EventLog;
  readonly enter: RequestLife['enter'];
}
