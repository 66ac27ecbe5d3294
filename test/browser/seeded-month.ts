import type { Directory } from '../../src/teams/keys/directory.ts';
import type { Ledger } from '../../src/teams/usage/ledger.ts';
import { DAY, HOUR, usageRecord } from '../contract/usage-records.ts';

const PEOPLE = ['Ada Lovelace', 'Grace Hopper', 'build-agent', 'Barbara Liskov (laptop)'];
const TOOLS = ['prune', 'prune', 'prune', 'prune_text', 'prune_documents'];

/** Writes a typical month of a team, always the same: working hours, two engines, some failures, one bad day. */
export async function seedMonth(directory: Directory, ledger: Ledger, now: number): Promise<string> {
  const team = await directory.createTeam('Platform');
  if (team === undefined) throw new Error('the team is there already');
  await directory.changeTeam(team.id, { monthlyQuotaBytes: 512 * 1024 * 1024 });
  const keys: string[] = [];
  for (const name of PEOPLE) {
    const made = await directory.createKey({ teamId: team.id, name, scopes: ['prune'] });
    keys.push(made?.id ?? '');
  }
  let n = 0;
  for (let at = now - 30 * DAY; at < now; at += HOUR / 2) {
    const hour = new Date(at).getUTCHours();
    const weekday = new Date(at).getUTCDay();
    const busy = hour >= 7 && hour <= 19 && weekday !== 0 ? (weekday === 6 ? 1 : 5) : 0;
    for (let i = 0; i < busy; i++) {
      n += 1;
      const wave = 1 + Math.sin(n / 40) * 0.5;
      const tokensIn = Math.round((800 + ((n * 7919) % 4000)) * wave);
      const remote = n % 4 === 0;
      const failed = n % 97 === 0;
      ledger.record(
        usageRecord({
          at,
          team: team.id,
          key: keys[n % keys.length] ?? '',
          tool: TOOLS[n % TOOLS.length] ?? '',
          engine: failed ? null : remote ? 'remote' : 'embedded',
          cache: n % 5 === 0 ? 'hit' : n % 31 === 0 ? 'joined' : 'miss',
          outcome: failed ? 'engine_timeout' : 'ok',
          bytesIn: tokensIn * 4,
          tokensIn: failed ? 0 : tokensIn,
          // On one day, answers are longer than their inputs.
          tokensOut: failed ? 0 : Math.round(tokensIn * (now - at < 2.7 * DAY && now - at > 2.1 * DAY ? 1.25 : 0.38)),
          durationMs: remote ? 120 + ((n * 31) % 900) : 2 + ((n * 17) % 30) / 4,
        }),
      );
    }
  }
  await ledger.flush();
  return team.id;
}
