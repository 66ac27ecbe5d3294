import { homedir } from 'node:os';
import { ownSources } from '../../sessions/own-sources.ts';
import { type FoundSessions, readSessions } from '../../sessions/read-sessions.ts';
import type { CommandContext, GivenOptions } from '../command.ts';
import { DAY_MS, daysOf } from '../days-option.ts';
import { jsonLine } from '../json-line.ts';
import { drawDiscovered } from './draw-discovered.ts';
import { type DiscoveredSession, readSession } from './read-session.ts';
import { sumSessions } from './sum-sessions.ts';

/** Time after which no further session is read, in milliseconds. */
const MAX_MS = 9000;

/** Prints what the recorded sessions of this user cost, and what shortening and another cache would have changed. */
export async function runDiscover(
  { env, stdout, stderr, now, stop }: CommandContext,
  given: GivenOptions,
): Promise<number> {
  const days = daysOf(given['days']);
  const start = now();
  const home = env['HOME'] || homedir();
  const found = readSessions(() => ownSources({ env, home }), { since: new Date(start - days * DAY_MS), signal: stop });
  const read: DiscoveredSession[] = [];
  const isOver = (): boolean => now() - start > MAX_MS;
  const clear = stderr.isTTY ? '\r\u001b[K' : '';
  try {
    for await (const session of found) {
      if (stderr.isTTY) stderr.write(`${clear}${progressOf(found)}`);
      read.push(await readSession(session, { signal: stop, isOver }));
      if (isOver()) break;
    }
  } catch (error) {
    if (!stop.aborted) throw error;
  }
  stderr.write(clear);
  if (stop.aborted) return 1;
  const broken = read.at(-1)?.isWhole === false ? 1 : 0;
  const skipped = Object.fromEntries(found.skipped);
  const scope = { days, recordings: found.progress.found, read: found.progress.begun - broken, skipped };
  const sums = sumSessions(read);
  if (given['json'] === true) stdout.write(jsonLine({ ...scope, ...sums }));
  else if (read.length === 0) stdout.write(`No session of the last ${days} days was found or could be read\n`);
  else stdout.write(`${scopeLine(scope)}\n\n${drawDiscovered(sums)}\n`);
  return 0;
}

interface Scope {
  readonly days: number;
  readonly recordings: number;
  readonly read: number;
  /** Recordings that were skipped, entirely or in part, by reason. */
  readonly skipped: Readonly<Record<string, number>>;
}

function scopeLine({ days, recordings, read, skipped }: Scope): string {
  const reasons = Object.entries(skipped).map(([reason, times]) => `${times} ${reason.replaceAll('_', ' ')}`);
  const but = reasons.length === 0 ? '' : ` (skipped, or read in part: ${reasons.join(', ')})`;
  if (read >= recordings) return `All ${recordings} recorded sessions of the last ${days} days${but}`;
  return `The newest of each host, ${read} of ${recordings} recorded sessions of the last ${days} days, as many as ${MAX_MS / 1000} seconds allow${but}`;
}

const progressOf = ({ progress: { begun, found } }: FoundSessions): string =>
  `${begun} of ${found} sessions read, on this machine only`;
