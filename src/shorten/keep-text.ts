import { ArtifactError } from '../artifacts/artifact-error.ts';
import { toArtifactDomain } from '../artifacts/artifact-ref.ts';
import type { ArtifactInfo, ArtifactStore, NewArtifact } from '../artifacts/artifact-store.ts';
import type { EventLog } from '../base/events/event-log.ts';
import { inTime } from '../base/in-time.ts';
import type { KeptText } from '../text/kept-text.ts';
import type { ShortenOptions } from './options.ts';
import type { Output } from './output.ts';

/**
 * Stores a tool's text before its shortened form is returned, unless the tool stores it. Without a store it returns an
 * error. See `toKeptText`.
 */
export async function keepText(
  { artifacts: store, storeWaitMs = 10_000 }: Pick<ShortenOptions, 'artifacts' | 'storeWaitMs'>,
  { tool, storing }: Pick<Output<unknown, unknown>, 'tool' | 'storing'>,
  text: string,
  log: EventLog,
): Promise<KeptText> {
  if (store === undefined) return { artifact_error: 'failed' };
  return await toKeptText(storing ?? store.put(toArtifact(tool, text)), tool, log, storeWaitMs);
}

function toArtifact(tool: string, text: string): NewArtifact {
  return { domain: toArtifactDomain(tool), mimeType: 'text/plain; charset=utf-8', body: text };
}

/**
 * Resolves to the reference of a stored text, or to the reason why it was not stored. Never rejects, and resolves after
 * at most `waitMs`.
 */
export async function toKeptText(
  storing: Promise<ArtifactInfo>,
  tool: string,
  log: EventLog,
  waitMs: number,
): Promise<KeptText> {
  try {
    const { ref, bytes } = await inTime(storing, waitMs, () => {
      throw new ArtifactError('failed', `cannot store an artifact: it took more than ${waitMs} ms`);
    });
    log('debug', 'artifact.stored', { tool, artifact: ref, bytes });
    return { artifact_ref: ref, bytes };
  } catch (error) {
    const known = error instanceof ArtifactError;
    log('warn', 'artifact.store_failed', { tool, message: known ? error.message : String(error) });
    return { artifact_error: known && error.code === 'too_large' ? 'too_large' : 'failed' };
  }
}

/** A text that is stored only if that turns out to be necessary. */
export interface Keeping {
  /** Stores the text; resolves like `toKeptText`. */
  keep(): Promise<KeptText>;
  /** Discards the text, unless it is already stored. */
  drop(): void;
}

export interface KeepingOptions {
  readonly store: Pick<ArtifactStore, 'put'>;
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
