export interface ReservationsOptions {
  /** Milliseconds of a clock. */
  readonly now: () => number;
  /** Age at which a reservation counts as lost with its request. Default 60,000 ms. */
  readonly leaseMs?: number | undefined;
}

/** Bytes that in-flight requests will use once they are in the ledger. */
export type Reservations = ReturnType<typeof createReservations>;

const LEASE_MS = 60_000;

/** Keeps reservations in this process's memory. */
export function createReservations({ now, leaseMs = LEASE_MS }: ReservationsOptions) {
  const held = new Map<string, Set<{ readonly bytes: number; readonly since: number }>>();
  return {
    /** Returns a function that releases the reservation; safe to call twice. */
    reserve(team: string, bytes: number): () => void {
      const mine = { bytes, since: now() };
      const all = held.get(team) ?? new Set();
      held.set(team, all.add(mine));
      return () => {
        all.delete(mine);
        if (all.size === 0 && held.get(team) === all) held.delete(team);
      };
    },
    total(team: string): number {
      let sum = 0;
      const at = now();
      const all = held.get(team);
      for (const one of all ?? []) {
        // The clock may jump in either direction, so the difference counts without its sign.
        if (Math.abs(at - one.since) < leaseMs) sum += one.bytes;
        else all?.delete(one);
      }
      return sum;
    },
  };
}
