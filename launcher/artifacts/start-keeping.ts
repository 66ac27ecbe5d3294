import type { ArtifactStore } from '../../src/artifacts/artifact-store.ts';
import type { EventLog } from '../events/event-log.ts';
import { type KeptText, toArtifact, toKeptText } from './keep-text.ts';

/** A text that is kept if it must be. */
export interface Keeping {
  /** Resolves when it is kept; see `toKeptText`. */
  keep(): Promise<KeptText>;
  /** Lets it go, unless it is kept already. */
  drop(): void;
}

export interface KeepingOptions {
  readonly store: Pick<ArtifactStore, 'put'> | undefined;
  readonly tool: string;
  readonly log: EventLog;
  /** How long the disk may take once the text must be kept, in milliseconds. */
  readonly waitMs: number;
}

/** Begins to hash and compress a text beside the decision whether it must be kept, so that nobody waits for that after it. */
export function startKeeping(text: string, { store, tool, log, waitMs }: KeepingOptions): Keeping {
  if (store === undefined) return { keep: async () => ({ artifact_error: 'failed' }), drop: () => {} };
  let confirm = (): void => {};
  let refuse = (_reason: Error): void => {};
  const confirmed = new Promise<void>((resolve, reject) => {
    confirm = resolve;
    refuse = reject;
  });
  const storing = store.put({ ...toArtifact(tool, text), confirmed });
  // Whoever lets it go does not ask what became of it.
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
