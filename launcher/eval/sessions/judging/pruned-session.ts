import { createSessionMemory } from '../../../../src/memory/session-memory.ts';
import type { Care } from '../../../../src/pruning/pruner.ts';
import type { SessionEvent } from '../../../../src/sessions/session-event.ts';
import type { OpenCase } from '../cases/session-case.ts';
import { type AskOptions, askEngine, type EngineAnswer } from './ask-engine.ts';
import { costLines } from './cost-lines.ts';

/** Replays a session as if every long result had been pruned when it came. */
export interface PrunedSession {
  /** Takes the next event; `opened` is the case that a result becomes. Rejects if the pruner fails. */
  push(event: SessionEvent, opened: OpenCase | undefined): Promise<void>;
  /** Returns the answer to a case, by its result, and lets it go. */
  take(result: number): EngineAnswer | undefined;
}

/**
 * Prunes without a question, by the context that the session would then have had. Lines that were left out of one result are
 * not in the context of the next.
 */
export function createPrunedSession(care: Care, options: Omit<AskOptions, 'point'>): PrunedSession {
  const memory = createSessionMemory({ isWhole: true });
  const answers = new Map<number, EngineAnswer>();
  return {
    async push(event, opened) {
      if (opened === undefined || event.kind !== 'gave') {
        memory.push(event);
        return;
      }
      const of = { ...opened, context: memory.context() };
      const { text, ...answer } = await askEngine(of, costLines(of.text, options.count), { ...options, point: care });
      answers.set(opened.result, answer);
      memory.push({ ...event, text, firstLine: opened.firstLine });
    },
    take(result) {
      const answer = answers.get(result);
      answers.delete(result);
      return answer;
    },
  };
}
