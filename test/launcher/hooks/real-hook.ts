import type { HookOptions } from '../../../launcher/hooks/answer-hook.ts';
import { createAnswerOnce } from '../../../launcher/hooks/answer-once.ts';
import { createOpenedHosts } from '../../../launcher/hooks/opened-hosts.ts';
import { createReportedSessions } from '../../../launcher/hooks/transcript/reported-sessions.ts';
import { createTranscripts } from '../../../launcher/hooks/transcript/transcript.ts';
import { systemTimers } from '../../../launcher/platform/timers.ts';
import type { Unstamped } from '../../../launcher/savings/ledger-record.ts';
import { createMemoryArtifactStore } from '../../../src/artifacts/memory-artifact-store.ts';
import { createEmbeddedPruner } from '../../../src/engine/embedded.ts';

interface RealHook {
  readonly options: HookOptions;
  readonly artifacts: ReturnType<typeof createMemoryArtifactStore>;
  readonly events: string[];
  readonly records: Unstamped[];
}

/** The parts of a hook, all real; the time that it may take does not end. */
export function realHook(more: Partial<HookOptions> = {}): RealHook {
  const events: string[] = [];
  const records: Unstamped[] = [];
  const artifacts = createMemoryArtifactStore();
  const options: HookOptions = {
    ...{ mode: 'on', care: 'balanced', minChars: 2500, maxBytes: 10_000_000, timeoutMs: 150 },
    isIgnored: () => false,
    pruner: createEmbeddedPruner(),
    answerOnce: createAnswerOnce(),
    transcriptOf: createTranscripts(),
    reported: createReportedSessions(),
    hosts: createOpenedHosts(),
    artifacts,
    ledger: { record: (record) => void records.push(record) },
    timers: { ...systemTimers, after: () => () => {} },
    log: (_, event) => void events.push(event),
    ...more,
  };
  return { options, artifacts, events, records };
}
