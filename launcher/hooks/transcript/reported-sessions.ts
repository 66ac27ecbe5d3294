import { createSessionState } from '../../../src/unasked/session-state.ts';
import type { ReportReader } from '../../hosts/host-hooks.ts';
import { keepOpened } from './keep-opened.ts';
import type { Transcript } from './transcript.ts';

/** A session without a file, reported by its host's plugin. */
export interface ReportedSession extends Transcript {
  report(messages: readonly unknown[]): void;
}

/** Returns the session that a host's plugin reports under that name. The reader is created with the session. */
export type OpenReported = (name: string, createReader: () => ReportReader) => ReportedSession;

/** Creates a lookup of sessions by name. */
export function createReportedSessions(): OpenReported {
  return keepOpened((_, createReader: () => ReportReader) => {
    const reader = createReader();
    // A host may remove old results from the context without notifying its plugins.
    const session = createSessionState(false);
    let isFirst = true;
    return {
      report(messages) {
        for (const event of reader.read(messages)) session.push(event);
        // An earlier process showed what the first report contains.
        if (isFirst) session.resumed();
        isFirst = false;
      },
      catchUp: async () => session.known(),
    };
  });
}
