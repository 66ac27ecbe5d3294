import { setImmediate } from 'node:timers/promises';
import { createEmbeddedPruner } from '../../src/engine/embedded.ts';
import { turnEvery } from '../../src/text/cooperative-task.ts';
import { createGlobs } from '../../src/unasked/glob.ts';
import { createLeftOutLines } from '../../src/unasked/left-out-lines.ts';
import type { Config } from '../platform/settings/config.ts';
import type { HookOptions } from './answer-hook.ts';
import { createAnswerOnce } from './answer-once.ts';
import { createOpenedHosts } from './opened-hosts.ts';
import { readProjectIgnore } from './project-ignore.ts';
import { createReportedSessions } from './transcript/reported-sessions.ts';
import { createTranscripts } from './transcript/transcript.ts';

type Given = Pick<HookOptions, 'artifacts' | 'ledger' | 'folders' | 'timers' | 'log'>;

/** Characters of token counting (about 40 ns each) between two yields to the event loop. A yield takes up to 0.1 ms. */
const TURN_CHARS = 65_536;

/** Builds the options for answering hooks from the launcher's settings. */
export function openHooks({ hooks, prunerMaxInputBytes, root }: Config, given: Given): HookOptions {
  return {
    ...given,
    ...{ mode: hooks.mode, cuts: hooks.cuts, maxBytes: prunerMaxInputBytes },
    timeoutMs: hooks.timeoutMs,
    leftOut: createLeftOutLines(),
    isIgnored: createGlobs(hooks.ignore, root),
    project: () => readProjectIgnore(root),
    // The timeout can only fire if pruning yields to the event loop.
    pruner: createEmbeddedPruner({ pause: turnEvery(TURN_CHARS, () => setImmediate()) }),
    answerOnce: createAnswerOnce(),
    transcriptOf: createTranscripts(),
    reported: createReportedSessions(),
    hosts: createOpenedHosts(),
  };
}
