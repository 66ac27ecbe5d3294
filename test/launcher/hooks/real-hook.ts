import type { HookOptions } from '../../../launcher/hooks/answer-hook.ts';
import { createAnswerOnce } from '../../../launcher/hooks/answer-once.ts';
import { createOpenedHosts } from '../../../launcher/hooks/opened-hosts.ts';
import { createReportedSessions } from '../../../launcher/hooks/transcript/reported-sessions.ts';
import { createTranscripts } from '../../../launcher/hooks/transcript/transcript.ts';
import type { Timers } from '../../../launcher/platform/timers.ts';
import type { GivenRecord } from '../../../launcher/savings/ledger-record.ts';
import { createMemoryArtifactStore } from '../../../src/artifacts/memory-artifact-store.ts';
import { createEmbeddedPruner } from '../../../src/engine/embedded.ts';

interface RealHook {
  readonly options: HookOptions;
  readonly artifacts: ReturnType<typeof createMemoryArtifactStore>;
  readonly events: string[];
  readonly records: GivenRecord[];
}

/** Timers that only advance by short pauses, so that the time limit is never reached. */
function patientTimers(limitMs: number): Timers {
  let now = 0;
  return {
    now: () => now,
    after(ms, run) {
      if (ms >= limitMs) return () => {};
      now += ms;
      setImmediate(run);
      return () => {};
    },
  };
}

/** Creates a hook's options with real parts. The time limit is long, because storing the text takes real time. */
export function realHook(more: Partial<HookOptions> = {}): RealHook {
  const events: string[] = [];
  const records: GivenRecord[] = [];
  const artifacts = createMemoryArtifactStore();
  const options: HookOptions = {
    ...{ mode: 'on', cuts: 'more', maxBytes: 10_000_000, timeoutMs: 60_000 },
    isIgnored: () => false,
    pruner: createEmbeddedPruner(),
    answerOnce: createAnswerOnce(),
    transcriptOf: createTranscripts(),
    reported: createReportedSessions(),
    hosts: createOpenedHosts(),
    artifacts,
    ledger: { record: (record) => void records.push(record) },
    timers: patientTimers(100),
    log: (_, event) => void events.push(event),
    ...more,
  };
  return { options, artifacts, events, records };
}
