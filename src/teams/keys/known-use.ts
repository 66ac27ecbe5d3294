/** Bytes of a team's month that all workers had used when this one last heard of it, and its own since then. */
export interface TeamUse {
  readonly used: number;
  readonly since: number;
}

/** Max teams remembered; beyond it the one that was heard of first is forgotten. */
const MAX = 10_000;

/**
 * Remembers the use of teams for times when nothing counts for all workers. `own` returns the bytes of a team that this
 * worker has used in all; only differences count.
 */
export function createKnownUse(own: (team: string) => number) {
  const heard = new Map<string, { readonly month: string; readonly used: number; readonly own: number }>();
  return {
    /** `ownAmong`: what `own` returned when the figure was true. A figure that is not larger than the last is older. */
    learn(team: string, month: string, used: number, ownAmong: number): void {
      const last = heard.get(team);
      if (last?.month === month && last.used >= used) return;
      heard.delete(team);
      heard.set(team, { month, used, own: ownAmong });
      if (heard.size > MAX) heard.delete(heard.keys().next().value as string);
    },
    of(team: string): TeamUse {
      const { used = 0, own: then = own(team) } = heard.get(team) ?? {};
      return { used, since: Math.max(0, own(team) - then) };
    },
  };
}
