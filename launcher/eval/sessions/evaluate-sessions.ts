import type { RecordedSession } from '../../../src/sessions/recorded-session.ts';
import { createCaseFinder } from './cases/case-finder.ts';
import type { SessionCase } from './cases/session-case.ts';
import type { CountLine } from './judging/cost-lines.ts';
import { type JudgeCaseOptions, judgeCase } from './judging/judge-case.ts';
import type { Judgement } from './judging/judgement.ts';
import type { SessionSums } from './sums/session-sums.ts';

export interface EvaluateOptions {
  readonly judge: JudgeCaseOptions;
  /** Counts a whole result; quicker than counting its lines. */
  readonly count: CountLine;
  readonly sums: Pick<SessionSums, 'gave' | 'add'>;
  /** Cases that are judged. Default: all. */
  readonly isAskedFor?: ((of: SessionCase) => boolean) | undefined;
  /** Awaited before the next case. */
  readonly onJudged?: ((judgement: Judgement) => void | Promise<void>) | undefined;
  /** Told after each session. */
  readonly onSession?: ((session: RecordedSession) => void) | undefined;
}

/**
 * Judges every case of recorded sessions, one session after the other, and holds no more than what the current one needs.
 * Rejects if the pruner fails, or with the signal's reason.
 */
export async function evaluateSessions(
  sessions: AsyncIterable<RecordedSession>,
  { judge, count, sums, isAskedFor = () => true, onJudged, onSession }: EvaluateOptions,
): Promise<void> {
  for await (const session of sessions) {
    const { id, format } = session;
    const finder = createCaseFinder(id, format);
    const judged = async (cases: readonly SessionCase[]): Promise<void> => {
      for (const one of cases.filter(isAskedFor)) {
        judge.signal.throwIfAborted();
        const judgement = await judgeCase(one, judge);
        sums.add(judgement);
        await onJudged?.(judgement);
      }
    };
    for await (const event of session.events) {
      if (event.kind === 'gave') sums.gave(id, count(event.text, 0, event.text.length));
      await judged(finder.push(event));
    }
    await judged(finder.end());
    onSession?.(session);
  }
}
