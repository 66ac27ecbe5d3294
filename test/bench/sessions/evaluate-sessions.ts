import { type CountLine, SessionCost } from '../../../launcher/savings/session-cost.ts';
import { inAnswerOrder } from '../../../launcher/sessions/in-answer-order.ts';
import type { RecordedSession } from '../../../launcher/sessions/recorded-session.ts';
import { HOOK_CUTS } from '../../../src/unasked/cuts.ts';
import { CaseFinder } from './cases/case-finder.ts';
import type { OpenedCase, SessionCase } from './cases/session-case.ts';
import { type JudgeCaseOptions, judgeCase } from './judging/judge-case.ts';
import type { Judgement, Point } from './judging/judgement.ts';
import { createPrunedSession } from './judging/pruned-session.ts';
import { createSessionMoney, type SessionMoney } from './money/money-sums.ts';
import type { SessionSums } from './sums/session-sums.ts';

export interface EvaluateOptions {
  readonly judge: JudgeCaseOptions;
  /** Counts the tokens of a full result, which is faster than counting its lines. */
  readonly count: CountLine;
  readonly sums: Pick<SessionSums, 'gave' | 'add'>;
  /** Selects the cases to judge. Default: all. */
  readonly isAskedFor?: ((of: SessionCase) => boolean) | undefined;
  /** Awaited before the next case. */
  readonly onJudged?: ((judgement: Judgement) => void | Promise<void>) | undefined;
  /** Called after each session, with the price changes that pruning would have caused. */
  readonly onSession?: ((session: RecordedSession, money: readonly SessionMoney[]) => void) | undefined;
}

/**
 * Judges every case of recorded sessions. Holds only the current session in memory. Rejects if the pruner fails, or
 * with the signal's reason.
 */
export async function evaluateSessions(
  sessions: AsyncIterable<RecordedSession>,
  { judge, count, sums, isAskedFor = () => true, onJudged, onSession }: EvaluateOptions,
): Promise<void> {
  for await (const session of sessions) {
    const { id, format } = session;
    let opened: OpenedCase | undefined;
    const finder = new CaseFinder(id, format, (found) => {
      opened = found;
    });
    const pruned = new Map(
      HOOK_CUTS.filter((cuts) => judge.points?.includes(cuts)).map((cuts) => [
        cuts as Point,
        createPrunedSession(cuts, judge),
      ]),
    );
    const cost = new SessionCost(count);
    const money = createSessionMoney();
    const requestsBefore = new Map<number, number>();
    /** Number of requests so far, by the number of calls. */
    const byCalls = [0];
    const answered: JudgeCaseOptions['answered'] = (point, { result }) => pruned.get(point)?.take(result);
    const judged = async (cases: readonly SessionCase[]): Promise<void> => {
      for (const one of cases) {
        judge.signal.throwIfAborted();
        if (!isAskedFor(one)) {
          for (const session of pruned.values()) session.take(one.result);
          continue;
        }
        const judgement = await judgeCase(one, { ...judge, answered });
        sums.add(judgement);
        money.add(judgement, requestsBefore.get(one.result) ?? 0);
        await onJudged?.(judgement);
      }
    };
    for await (const event of inAnswerOrder(session.events)) {
      if (event.kind === 'gave') sums.gave(id, count(event.text, 0, event.text.length));
      cost.push(event);
      if (event.kind === 'called') byCalls.push(cost.requests);
      opened = undefined;
      const settled = finder.push(event);
      if (opened !== undefined) requestsBefore.set((opened as OpenedCase).of.result, cost.requests);
      for (const one of pruned.values()) await one.push(event, opened);
      await judged(settled);
    }
    await judged(finder.end());
    onSession?.(
      session,
      money.end(cost, session, (calls) => byCalls[Math.min(calls, byCalls.length - 1)] ?? 0),
    );
  }
}
