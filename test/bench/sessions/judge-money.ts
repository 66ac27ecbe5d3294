import { createEmbeddedPruner } from '../../../src/engine/embedded.ts';
import { estimateTokens } from '../../../src/engine/keep/tokens.ts';
import { HOOK_NOTICE } from '../../../src/text/hook-notice.ts';
import type { HookCuts } from '../../../src/unasked/cuts.ts';
import { evaluateSessions } from './evaluate-sessions.ts';
import type { SessionMoney } from './money/money-sums.ts';
import { findSessions } from './sources/find-sessions.ts';

/** Judges how hooks change the price of the sessions in `repos`, by host. Prints and stores nothing. */
export async function judgeMoney(
  repos: readonly string[],
  cuts: HookCuts,
): Promise<ReadonlyMap<string, SessionMoney[]>> {
  const signal = new AbortController().signal;
  const asked = { pruner: createEmbeddedPruner(), count: estimateTokens, overheadTokens: HOOK_NOTICE.tokens, signal };
  const byHost = new Map<string, SessionMoney[]>();
  for (const repo of repos) {
    await evaluateSessions(findSessions({ paths: [repo], signal }), {
      sums: { gave: () => {}, add: () => {} },
      count: estimateTokens,
      judge: { ...asked, points: [cuts] },
      onSession: ({ format }, money) => void byHost.set(format, [...(byHost.get(format) ?? []), ...money]),
    });
  }
  return byHost;
}
