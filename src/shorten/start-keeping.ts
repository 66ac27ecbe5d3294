import type { ArtifactStore } from '../artifacts/artifact-store.ts';
import type { EventLog } from '../base/events/event-log.ts';
import type { KeptText } from '../text/kept-text.ts';
import { toArtifact, toKeptText } from './keep-text.ts';

/** A text that is stored only if that turns out to be necessary. */
export interface Keeping {
  /** Stores the text; resolves like `toKeptText`. */
  keep(): Promise<KeptText>;
  /** Discards the text, unless it is already stored. */
  drop(): void;
}

export interface KeepingOptions {
  readonly store: Pick<ArtifactStore, 'put'> | undefined;
  readonly tool: string;
  readonly log: EventLog;
  /** Max time for the disk once the text must be stored, in milliseconds. */
  readonly waitMs: number;
}

/**
 * Starts hashing and compressing a text while it is decided whether it must be stored, so that nobody waits for that
 * later.
 */
export function startKeeping(text: string, { store, tool, log, waitMs }: KeepingOptions): Keeping {
  if (store === undefined) return { keep: async () => ({ artifact_error: 'failed' }), drop: () => {} };
  let confirm = (): void => {};
  let refuse = (_reason: Error): void => {};
  const confirmed = new Promise<void>((resolve, reject) => {
    confirm = resolve;
    refuse = reject;
  });
  const storing = store.put({ ...toArtifact(tool, text), confirmed });
  // After `drop`, nobody awaits these promises.
  confirmed.catch(() => {});
  storing.catch(() => {});
  return {
    keep() {
      confirm();
      return toKeptText(storing, tool, log, waitMs);
    },
    drop: () => refuse(new Error('the text is shown whole')),
  };
}
