import path from 'node:path';
import { parseArgs } from 'node:util';
import { loadO200k } from '../../../src/tokens/o200k.ts';
import { ROOT } from '../../runtime/started.ts';
import { collector } from './collector.ts';
import { openHistory } from './history.ts';
import { makeSessions } from './make-sessions.ts';
import { clearOldest, leastRecentlyUsed, type Policy, random } from './policy.ts';
import type { Session } from './session.ts';
import { type Replayed, simulate } from './simulate.ts';

/** Budgets in tokens, and the pieces of a session that fills them. */
const BUDGETS = [
  { budget: 32_000, pieces: 200 },
  { budget: 200_000, pieces: 1200 },
] as const;
const POLICIES: readonly (() => Promise<Policy>)[] = [
  collector,
  async () => leastRecentlyUsed(),
  async () => clearOldest(),
  async () => random(),
];

/** `node test/bench/replay/replay.ts [--sessions N] [REPO…]`: replays sessions made of histories (default: this one's). */
const { values, positionals } = parseArgs({
  options: { sessions: { type: 'string', default: '20' } },
  allowPositionals: true,
});
const repos = positionals.length > 0 ? positionals : [ROOT];
const most = Math.ceil(Number(values.sessions) / repos.length);
const count = await loadO200k();
for (const { budget, pieces } of BUDGETS) {
  const sums = new Map<string, Replayed>();
  let sessions = 0;
  let made = 0;
  for (const repo of repos) {
    const history = openHistory(repo, path.basename(path.dirname(path.resolve(repo))));
    for (const session of makeSessions(history, count, most, pieces)) {
      sessions += 1;
      made += session.pieces;
      await play(session, budget, sums);
    }
  }
  report(budget, sessions, made, sums);
}

async function play(session: Session, budget: number, sums: Map<string, Replayed>): Promise<void> {
  for (const start of POLICIES) {
    const policy = await start();
    const one = await simulate(session, policy, budget);
    const before = sums.get(policy.name) ?? { needs: 0, misses: 0, fetched: 0, found: 0, held: 0 };
    const add = (key: keyof Replayed): number => before[key] + one[key];
    sums.set(policy.name, {
      needs: add('needs'),
      misses: add('misses'),
      fetched: add('fetched'),
      found: add('found'),
      held: add('held'),
    });
    policy.close?.();
  }
}

function report(budget: number, sessions: number, made: number, sums: ReadonlyMap<string, Replayed>): void {
  const number = new Intl.NumberFormat('en');
  const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
  const others = [...sums].filter(([name]) => name !== 'the collector').map(([, { misses }]) => misses);
  const best = Math.min(...others);
  const rows = [...sums].map(([name, { needs, misses, fetched, found, held }]) => [
    ...[name, number.format(needs), number.format(misses), percent(misses / needs)],
    ...[number.format(fetched), number.format(Math.round(held / sessions))],
    ...(name === 'the collector' ? [percent(found / Math.max(1, misses)), percent(1 - misses / best)] : ['', '']),
  ]);
  const heads = ['policy', 'needs', 'misses', 'rate', 'tokens again', 'held', 'found', 'fewer than the best'];
  process.stdout.write(`${number.format(budget)} tokens, ${sessions} sessions, ${number.format(made)} pieces\n`);
  for (const row of [heads, ...rows])
    process.stdout.write(`${row.map((cell, at) => (at === 0 ? cell.padEnd(28) : cell.padStart(13))).join('')}\n`);
  process.stdout.write('\n');
}
