import type { SessionCost } from '../../../../launcher/savings/session-cost.ts';
import type { RecordedSession } from '../../../../launcher/sessions/recorded-session.ts';
import type { SessionFormat } from '../../../../src/transcripts/recorded-session.ts';
import { HOOK_CUTS, type HookCuts } from '../../../../src/unasked/cuts.ts';
import type { Judgement } from '../judging/judgement.ts';

/** Sums over results. Prices are in tokens of uncached input. */
export interface MoneySum {
  /** Number of judged results, of those that were cut, and of cut ones that lost a needed line. */
  readonly results: number;
  readonly cut: number;
  readonly losing: number;
  /** Price of the tokens that were left out. */
  readonly spared: number;
  /**
   * Price of reading back every gap with a needed line, and price if the agent never notices that lines are missing.
   */
  readonly noticed: number;
  readonly unnoticed: number;
  /** Number of lines in cut results that a final answer, a review or a todo cites, and of those that are shown. */
  readonly cited: number;
  readonly citedShown: number;
  /** Price of our tools' definitions in every request; only in the group of all results. */
  readonly carried: number;
}

/** Price changes that pruning at one level of caution would have caused in one session. */
export interface SessionMoney {
  readonly cuts: HookCuts;
  /** Repository, or folder, in which the session worked, if known. */
  readonly repository: string | undefined;
  /** Price of the session as recorded. */
  readonly cost: number;
  /** True if its counts cannot be of its texts, so that the texts are not scaled by them. */
  readonly isOdd: boolean;
  /** Sums by group: `all`, or a kind of group and its name, such as `tool read`. */
  readonly groups: ReadonlyMap<string, MoneySum>;
}

export const ALL = 'all';

export const NOTHING: MoneySum = {
  ...{ results: 0, cut: 0, losing: 0, spared: 0, noticed: 0, unnoticed: 0, cited: 0, citedShown: 0, carried: 0 },
};

export function addMoney(a: MoneySum, b: MoneySum): MoneySum {
  const names = Object.keys(NOTHING) as readonly (keyof MoneySum)[];
  return Object.fromEntries(names.map((name) => [name, a[name] + b[name]])) as unknown as MoneySum;
}

/**
 * Returns the net savings if `unnoticedShare` of the losses goes unnoticed. A noticed loss costs one request that reads
 * the gap back, an unnoticed one costs ten requests.
 */
export function netOf({ spared, noticed, unnoticed, carried }: MoneySum, unnoticedShare: number): number {
  return spared - (1 - unnoticedShare) * noticed - unnoticedShare * unnoticed - carried;
}

/** Tokens that each request carries after `init --on`, by host (docs/savings.md). The plugin of Claude Code adds none. */
const DEFINITIONS: Readonly<Partial<Record<SessionFormat, number>>> = {
  codex: 122,
  'copilot-cli': 89,
  'gemini-cli': 140,
  opencode: 97,
};

/** Collects the judgements of a session. Prices are known only at its end. */
export interface SessionMoneySums {
  /** `requests` is the number of requests before the result. */
  add(judgement: Judgement, requests: number): void;
  /** `requestsAt` returns the number of requests when the session had made that many calls. */
  end(
    cost: SessionCost,
    of: Pick<RecordedSession, 'format' | 'repository'>,
    requestsAt: (calls: number) => number,
  ): readonly SessionMoney[];
}

export function createSessionMoney(): SessionMoneySums {
  const judged: { readonly judgement: Judgement; readonly requests: number }[] = [];
  return {
    add(judgement, requests) {
      // Drop the texts, to save memory.
      const { of } = judgement;
      judged.push({ judgement: { ...judgement, of: { ...of, text: '', context: undefined } }, requests });
    },
    end(cost, { format, repository }, requestsAt) {
      const carried = cost.carried(DEFINITIONS[format] ?? 0);
      return HOOK_CUTS.map((cuts) => {
        const groups = new Map<string, MoneySum>();
        for (const { judgement, requests } of judged) {
          const { lost } = outcomeOf(judgement, cuts) ?? {};
          const sum = sumOf(judgement, cuts, { requests, missed: lost && requestsAt(lost.at) }, cost);
          if (sum === undefined) continue;
          for (const group of groupsOf(judgement)) groups.set(group, addMoney(groups.get(group) ?? NOTHING, sum));
        }
        if (carried > 0) groups.set(ALL, addMoney(groups.get(ALL) ?? NOTHING, { ...NOTHING, carried }));
        return { cuts, repository, cost: cost.total(), isOdd: cost.isOdd, groups };
      });
    },
  };
}

const outcomeOf = ({ outcomes }: Judgement, cuts: HookCuts): Judgement['outcomes'][number] | undefined =>
  outcomes.find(({ point, method }) => point === cuts && method === 'engine');

/** `requests` and `missed` are the numbers of requests before the result, and when the lost lines were needed. */
function sumOf(
  judgement: Judgement,
  cuts: HookCuts,
  { requests, missed }: { readonly requests: number; readonly missed: number | undefined },
  cost: SessionCost,
): MoneySum | undefined {
  const { tokens, needed } = judgement;
  const outcome = outcomeOf(judgement, cuts);
  if (outcome === undefined) return undefined;
  const { lost, kept } = outcome;
  const spared = tokens - outcome.tokens;
  const isCut = spared !== 0;
  return {
    ...NOTHING,
    ...{ results: 1, cut: Number(isCut), losing: Number(lost !== undefined), spared: spared * cost.weight(requests) },
    noticed:
      lost === undefined || missed === undefined ? 0 : cost.missing(missed, true) + lost.tokens * cost.weight(missed),
    unnoticed: missed === undefined ? 0 : cost.missing(missed, false),
    cited: isCut ? needed.cite : 0,
    citedShown: isCut ? kept.cite : 0,
  };
}

const SIZES = [2000, 5000, 10_000] as const;

function groupsOf({ of: { action, format }, tokens }: Judgement): readonly string[] {
  const above = SIZES.findLast((size) => tokens >= size);
  return [ALL, `tool ${action}`, `host ${format}`, `size ${above === undefined ? `< ${SIZES[0]}` : `≥ ${above}`}`];
}
