import { isRedacted } from '../../src/transcripts/formats/claude-code.ts';
import type { SkipReason } from '../../src/transcripts/recorded-session.ts';
import type { SessionEvent } from '../../src/transcripts/session-event.ts';
import type { SessionSource } from '../hosts/recordings.ts';
import { createCallOrder } from './call-order.ts';
import { type OpenOptions, type OpenSession, openSession } from './open-session.ts';
import { createReadCalls } from './read-calls.ts';
import type { RecordedSession } from './recorded-session.ts';
import { createSkipCounts } from './skip-counts.ts';

export interface SessionReading extends Pick<OpenOptions, 'formats'> {
  /**
   * Excludes sessions last changed before that time. A trajectory in a repository has no time of its own, and is
   * included.
   */
  readonly since?: Date | undefined;
  /** Max number of sessions. */
  readonly limit?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Recorded sessions. They are read in place, one after another; nothing is copied or written. Iterate only once.
 * Rejects as `sources` does.
 */
export interface FoundSessions extends AsyncIterable<RecordedSession> {
  /** Recordings that were skipped, entirely or in part. Complete at the end. */
  readonly skipped: ReadonlyMap<SkipReason, number>;
  /** A few of their paths for each reason. */
  readonly examples: ReadonlyMap<SkipReason, readonly string[]>;
  /** Numbers of recordings found and begun, for showing progress. */
  readonly progress: { readonly found: number; readonly begun: number };
}

/** Reads the sessions of the sources, in their order. A copied session is read once. */
export function readSessions(
  sourcesOf: (signal: AbortSignal) => Promise<readonly SessionSource[]>,
  { since, limit = Number.POSITIVE_INFINITY, formats, signal = new AbortController().signal }: SessionReading = {},
): FoundSessions {
  const skips = createSkipCounts();
  const calls = createReadCalls();
  const progress = { found: 0, begun: 0 };

  const refusalOf = (session: OpenSession): SkipReason | undefined => {
    if (session.isRepeated) return 'repeated';
    const hasNone = session.isRead && session.firstCalls.length === 0;
    if (session.format === undefined || hasNone) return session.skipped ?? 'empty';
    return session.skipped === 'unknown_version' ? session.skipped : undefined;
  };

  async function* sessions(): AsyncGenerator<RecordedSession> {
    const sources = (await sourcesOf(signal)).filter(isSince(since));
    progress.found = sources.length;
    let given = 0;
    for (const source of sources) {
      if (given >= limit) return;
      signal.throwIfAborted();
      progress.begun++;
      const session = await openSession(source, signal, { isReadCall: calls.has, formats });
      try {
        const refusal = refusalOf(session);
        const { format, id, folder } = session;
        if (refusal !== undefined || format === undefined) skips.add(refusal ?? 'not_a_session', source.place);
        else {
          given++;
          yield {
            id: [id, source.id].find((one) => one !== undefined && !isRedacted(one)) ?? source.place,
            format,
            place: source.place,
            folder,
            repository: source.repository ?? folder,
            events: read(session, format),
          };
          if (session.skipped !== undefined) skips.add(session.skipped, source.place);
        }
      } finally {
        await session.close();
      }
    }
  }

  async function* read(session: OpenSession, format: RecordedSession['format']): AsyncGenerator<SessionEvent> {
    const order = createCallOrder();
    for await (const event of session.events()) {
      if (event.kind === 'called') calls.add(format, event.call);
      yield* order.add(event);
    }
    yield* order.end();
  }

  return { skipped: skips.counts, examples: skips.examples, progress, [Symbol.asyncIterator]: sessions };
}

function isSince(since: Date | undefined): (source: SessionSource) => boolean {
  const from = since?.getTime() ?? Number.NEGATIVE_INFINITY;
  return ({ changedAt }) => changedAt === undefined || changedAt >= from;
}
