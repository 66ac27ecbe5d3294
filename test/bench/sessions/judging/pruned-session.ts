import { isHooked, withNotice } from '../../../../launcher/cli/discover/read-session.ts';
import { hostOf } from '../../../../launcher/hosts/hosts.ts';
import type { CountLine } from '../../../../launcher/savings/session-cost.ts';
import type { Pruner } from '../../../../src/engine/pruner.ts';
import { HOOK_NOTICE } from '../../../../src/text/hook-notice.ts';
import { isShellTool } from '../../../../src/transcripts/actions/to-action.ts';
import type { SessionEvent } from '../../../../src/transcripts/session-event.ts';
import type { HookCuts } from '../../../../src/unasked/cuts.ts';
import type { GivenResult } from '../../../../src/unasked/given-result.ts';
import { createSessionState } from '../../../../src/unasked/session-state.ts';
import { shortenResult } from '../../../../src/unasked/shorten-result.ts';
import { whyAlwaysWhole } from '../../../../src/unasked/why-whole.ts';
import { MIN_CHARS } from '../cases/case-size.ts';
import type { OpenedCase } from '../cases/session-case.ts';
import { type EngineAnswer, shownAnswer, wholeAnswer } from './ask-engine.ts';
import { costLines } from './cost-lines.ts';

/** Replays a session as if the hook had shortened each long result on arrival. */
export interface PrunedSession {
  /**
   * Handles the next event. `opened` is set if the event is a result that became a case. Rejects if the pruner fails.
   */
  push(event: SessionEvent, opened: OpenedCase | undefined): Promise<void>;
  /** Removes and returns the answer to a case, by its result's position. */
  take(result: number): EngineAnswer | undefined;
}

export interface PrunedSessionOptions {
  readonly pruner: Pruner;
  readonly count: CountLine;
  readonly signal: AbortSignal;
}

/**
 * Shortens results as the hook would, by the state that a hook keeps of its session. Lines left out of one result are not
 * in the context of the next.
 */
export function createPrunedSession(cuts: HookCuts, { pruner, count, signal }: PrunedSessionOptions): PrunedSession {
  const state = createSessionState(true);
  let calls = 0;
  const answers = new Map<number, EngineAnswer>();
  return {
    async push(event, opened) {
      if (opened === undefined || event.kind !== 'gave') {
        if (event.kind === 'called') calls++;
        if (event.kind === 'cleared') for (const answer of answers.values()) answer.clearedAt ??= calls;
        state.push(event);
        return;
      }
      const { of } = opened;
      const { hookBytes: maxBytes, usualCuts = 'default' } = hostOf(of.format) ?? {};
      const options = { cuts: cuts === 'default' ? usualCuts : cuts, pruner, isIgnored: () => false };
      const session = state.known();
      const given = toGiven(opened);
      const facts = {
        question: session.questionOf(event.call)?.question,
        context: session.contextOf(event.call),
        wasShortened: session.wasShortened,
        wasRead: session.wasRead,
      };
      const isAsked =
        isHooked(of.format, given) && given.text.length >= MIN_CHARS && whyAlwaysWhole(given, options) === undefined;
      const shorter = isAsked ? await shortenResult(given, facts, options, signal, { maxBytes }) : undefined;
      const costed = costLines(of.text, count);
      const counting = { costed, count, overheadTokens: HOOK_NOTICE.tokens, firstLine: shorter?.firstLine };
      answers.set(of.result, shorter === undefined ? wholeAnswer(costed) : shownAnswer(of.text, shorter, counting));
      state.push({ ...event, text: shorter === undefined ? of.text : withNotice(shorter), firstLine: of.firstLine });
    },
    take(result) {
      const answer = answers.get(result);
      answers.delete(result);
      return answer;
    },
  };
}

/** Converts a case to a hook's input. A command's output has no path, whatever file it shows. */
function toGiven({ of: { tool, text, path, firstLine }, args }: OpenedCase): GivenResult {
  return { tool, args, text, ...(!isShellTool(tool) && { path }), firstLine };
}
