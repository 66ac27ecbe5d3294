import { createEmbeddedPruner } from '../../src/engine/embedded.ts';
import { createGlobs } from '../../src/unasked/glob.ts';
import { createLeftOutLines } from '../../src/unasked/left-out-lines.ts';
import { loopPause } from '../platform/loop-pause.ts';
import type { Config } from '../platform/settings/config.ts';
import type { HookOptions } from './answer-hook.ts';
import { createAnswerOnce } from './answer-once.ts';
import { createOpenedHosts } from './opened-hosts.ts';
import { readProjectIgnore } from './project-ignore.ts';
import { createReportedSessions } from './transcript/reported-sessions.ts';
import { createTranscripts } from './transcript/transcript.ts';

type Given = Pick<HookOptions, 'artifacts' | 'ledger' | 'loadStores' | 'folders' | 'timers' | 'log'>;

/** Builds the options for answering hooks from the launcher's settings. */
export function openHooks({ hooks, prunerMaxInputBytes, root }: Config, given: Given): HookOptions {
  return {
    ...given,
    ...{ mode: hooks.mode, cuts: hooks.cuts, maxBytes: prunerMaxInputBytes },
    timeoutMs: hooks.timeoutMs,
    leftOut: createLeftOutLines(),
    isIgnored: createGlobs(hooks.ignore, root),
    project: () => readProjectIgnore(root),
    pruner: createEmbeddedPruner({ pause: loopPause }),
    answerOnce: createAnswerOnce(),
    transcriptOf: createTranscripts(),
    reported: createReportedSessions(),
    hosts: createOpenedHosts(),
  };
}
