import { evaluateSessions } from '../../../launcher/eval/sessions/evaluate-sessions.ts';
import { cellsOf } from '../../../launcher/eval/sessions/judging/cells-of.ts';
import type { Point } from '../../../launcher/eval/sessions/judging/judgement.ts';
import { findSessions } from '../../../launcher/eval/sessions/sources/find-sessions.ts';
import type { Totals } from '../../../launcher/eval/sessions/sums/figures.ts';
import { createSessionSums } from '../../../launcher/eval/sessions/sums/session-sums.ts';
import { toFigures } from '../../../launcher/eval/sessions/sums/to-figures.ts';
import { createEmbeddedPruner } from '../../../src/engine/embedded.ts';
import { estimateTokens } from '../../../src/engine/keep/tokens.ts';
import { CARES, type Care } from '../../../src/engine/pruner.ts';
import { NOTICE } from '../../../src/text/raw-notice.ts';

/** What automatic pruning comes to in the sessions of one host, or of all. */
export interface HostTotals {
  readonly host: string;
  readonly sessions: number;
  readonly results: number;
  /** Tokens that tools gave. */
  readonly given: number;
  readonly automatic: ReadonlyMap<Care, Totals>;
}

const ALL = 'all';

/** Judges automatic pruning in the sessions that clones hold, by host. `cares`: the levels that are judged. */
export async function automaticByHost(
  repos: readonly string[],
  cares: readonly Care[] = CARES,
): Promise<readonly HostTotals[]> {
  const points: readonly Point[] = ['own', ...cares];
  const signal = new AbortController().signal;
  const judge = {
    pruner: createEmbeddedPruner(),
    count: estimateTokens,
    overheadTokens: NOTICE.tokens,
    signal,
    points,
  };
  const byHost = new Map([ALL].map((host) => [host, createSessionSums(cellsOf({ points }))]));
  for (const repo of repos) {
    const found = findSessions({ paths: [repo], signal });
    let host = '';
    const each = async function* () {
      for await (const session of found) {
        host = session.format;
        if (!byHost.has(host)) byHost.set(host, createSessionSums(cellsOf({ points })));
        yield session;
      }
    };
    const both = () => [ALL, host].flatMap((name) => byHost.get(name) ?? []);
    await evaluateSessions(each(), {
      ...{ count: estimateTokens, judge },
      sums: {
        gave(session, tokens) {
          for (const sums of both()) sums.gave(session, tokens);
        },
        add(judgement) {
          for (const sums of both()) sums.add(judgement);
        },
      },
    });
  }
  return Array.from(byHost, ([host, sums]) => ({ host, ...toFigures(sums) }));
}
