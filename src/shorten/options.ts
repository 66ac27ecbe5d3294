import type { ArtifactStore } from '../artifacts/artifact-store.ts';
import type { EventLog } from '../base/events/event-log.ts';
import type { Pruner } from '../engine/pruner.ts';
import type { SessionContext } from '../session-memory/session-context.ts';
import type { PruningMetadata } from './pruning-metadata.ts';

/** The pruner in use, and its bounds. */
export interface PruneStage {
  /** Undefined: pruning is off. `endpoint` names the pruner in events. */
  readonly chosen: { readonly pruner: Pruner; readonly endpoint: string } | undefined;
  /** Max UTF-8 bytes of a text. Longer ones stay whole. Default: no limit. */
  readonly maxInputBytes?: number;
  /** Memory of the session. If undefined, each call is treated on its own. */
  readonly session?: { context(): Promise<SessionContext | undefined> } | undefined;
  /** Milliseconds since any fixed time. */
  readonly now: () => number;
}

/** Services and settings that a host provides for shortening the outputs of all its calls. */
export interface ShortenOptions {
  readonly prune: PruneStage;
  /** Store for the originals of shortened outputs. Undefined: originals are not kept. */
  readonly artifacts?: Pick<ArtifactStore, 'put'> | undefined;
  /** Max time for that store, in milliseconds. After that the answer is sent without an artifact. Default: 10,000. */
  readonly storeWaitMs?: number | undefined;
  /**
   * Set to start storing a text while it is being pruned, because somebody waits for the answer; `waitMs` is then the
   * max time for the disk. Default: a text is stored once something of it is left out.
   */
  readonly early?: { readonly waitMs: number } | undefined;
  /** Records how much of an output was shown. Undefined: nothing is recorded. */
  readonly record?: ((call: ShownCall) => void) | undefined;
  /** True if outputs are shown whole, and the possible savings are only measured. */
  readonly shadow?: boolean | undefined;
}

/** The call that an output belongs to. */
export interface CallSide {
  readonly signal: AbortSignal;
  /** Event log of this call. */
  readonly log: EventLog;
  /** Callbacks for the stages that the output goes through. Default: none. */
  readonly stages?: Stages | undefined;
}

export interface Stages {
  /** Called once, before the first text is pruned. */
  onPruning?(): void;
  /** Called once all parts are pruned. */
  onPruned?(pruning: PruningMetadata): void;
  /** Called before the result is built. */
  onShowing?(pruning: PruningMetadata): void;
}

/** The output of a call, and the part of it that was shown, for the ledger. */
export interface ShownCall {
  readonly tool: string;
  /** Text that the model would have been shown without us. */
  readonly raw: string;
  /** Text that the model was shown. */
  readonly shown: string;
  /** True if the call had a question. */
  readonly asked: boolean;
  /** The question, which the model wrote. */
  readonly written: string | undefined;
  readonly shortened: boolean;
  /** True if the savings are only measured. */
  readonly shadow: boolean;
  readonly source: { readonly path: string; readonly part: boolean } | undefined;
}
