/** Releases the place in the queue; safe to call twice. */
export type Release = () => void;

/** The team has too many requests waiting; it may retry after this many whole seconds. */
export interface QueueFull {
  readonly retryAfterSeconds: number;
}

/**
 * Queues requests by the bytes to compute. A team has one large request in flight and 64 KiB of small ones; its other
 * requests wait. Large and small requests queue separately. The event loop turns before a waiting request starts, so no
 * team waits behind all requests of another one.
 */
export interface FairQueue {
  /** Resolves when it is this team's turn, or at once if too many of its requests are waiting already. */
  enter(team: string, bytes: number): Promise<Release | QueueFull>;
}

/** Min bytes of a large body; pruning one takes more than a few milliseconds. */
export const LARGE_BYTES = 65_536;

export interface QueueLimits {
  /** Max teams with a large request in flight; the others take turns. */
  readonly teams: number;
  /** Max waiting requests of one team in a lane, and their max bytes. */
  readonly waiting: number;
  readonly bytes: number;
}

/** Bounded because waiting bodies are held in memory. */
export const LIMITS: QueueLimits = { teams: 8, waiting: 5_000, bytes: 128 * 1024 * 1024 };
/** Min throughput in bytes per second. */
const BYTES_A_SECOND = 4 * 1024 * 1024;

/** A request that waits or is in flight. */
export interface Place {
  readonly team: string;
  readonly bytes: number;
}

/** Number and bytes of each team's places. */
class Sums {
  readonly #teams = new Map<string, { readonly count: number; readonly bytes: number }>();

  get size(): number {
    return this.#teams.size;
  }

  of(team: string): { readonly count: number; readonly bytes: number } | undefined {
    return this.#teams.get(team);
  }

  add({ team, bytes }: Place, sign: 1 | -1 = 1): void {
    const { count, bytes: sum } = this.#teams.get(team) ?? { count: 0, bytes: 0 };
    if (count + sign === 0) this.#teams.delete(team);
    else this.#teams.set(team, { count: count + sign, bytes: sum + sign * bytes });
  }
}

/** Waiting and in-flight requests of a lane, by which both kinds of queue decide. */
export class QueuePlaces {
  readonly #limits: QueueLimits;
  readonly #waiting = new Sums();
  readonly #inFlight = new Sums();

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  /** Returns why there is no room for another request. The first one waiting always has room. */
  full({ team, bytes }: Place): QueueFull | undefined {
    const held = this.#waiting.of(team);
    if (held === undefined) return undefined;
    if (held.count < this.#limits.waiting && held.bytes + bytes <= this.#limits.bytes) return undefined;
    return { retryAfterSeconds: Math.max(1, Math.ceil(held.bytes / BYTES_A_SECOND)) };
  }

  /** True if the team may have this request in flight in addition to its others. */
  fits({ team, bytes }: Place): boolean {
    const held = this.#inFlight.of(team);
    return held === undefined ? this.#inFlight.size < this.#limits.teams : held.bytes + bytes < LARGE_BYTES;
  }

  /** True if a new request may start at once: it fits, and does not overtake a request that waits for the same room. */
  isFree(place: Place): boolean {
    const isPassing =
      this.#limits.teams === Number.POSITIVE_INFINITY ? this.isWaiting(place.team) : this.#waiting.size > 0;
    return !isPassing && this.fits(place);
  }

  isWaiting(team: string): boolean {
    return this.#waiting.of(team) !== undefined;
  }

  wait(place: Place): void {
    this.#waiting.add(place);
  }

  leaveWaiting(place: Place): void {
    this.#waiting.add(place, -1);
  }

  start(place: Place): void {
    this.#inFlight.add(place);
  }

  end(place: Place): void {
    this.#inFlight.add(place, -1);
  }
}

export interface FairQueueOptions extends Partial<QueueLimits> {
  /** Lets the event loop turn before the next requests start. */
  readonly loopTurn: () => Promise<void>;
}

/**
 * Creates a queue: first come, first served within a team, round-robin among teams. For hosts in which a process
 * outlives its requests.
 */
export function createFairQueue({ loopTurn, ...given }: FairQueueOptions): FairQueue {
  const limits = { ...LIMITS, ...given };
  const small = createLane(new QueuePlaces({ ...limits, teams: Number.POSITIVE_INFINITY }), loopTurn);
  const large = createLane(new QueuePlaces(limits), loopTurn);
  return { enter: (team, bytes) => (bytes < LARGE_BYTES ? small : large).enter(team, bytes) };
}

interface Waiter extends Place {
  readonly admit: () => void;
}

function createLane(places: QueuePlaces, loopTurn: () => Promise<void>): FairQueue {
  // Insertion order is the order in which teams get their turn.
  const queues = new Map<string, Waiter[]>();
  let isTurning = false;

  const admitNext = (): void => {
    for (const [team, queue] of [...queues]) {
      const [first] = queue;
      if (first === undefined || !places.fits(first)) continue;
      queue.shift();
      queues.delete(team);
      if (queue.length > 0) queues.set(team, queue);
      places.leaveWaiting(first);
      places.start(first);
      first.admit();
    }
    if ([...queues.values()].some(([first]) => first !== undefined && places.fits(first))) void admitLater();
  };
  // Waits for the event loop. Otherwise this team's next request would start before requests that have just arrived are
  // seen.
  async function admitLater(): Promise<void> {
    if (isTurning || queues.size === 0) return;
    isTurning = true;
    await loopTurn();
    isTurning = false;
    admitNext();
  }

  return {
    async enter(team, bytes) {
      const place = { team, bytes };
      if (places.isFree(place)) places.start(place);
      else {
        const full = places.full(place);
        if (full !== undefined) return full;
        places.wait(place);
        await new Promise<void>((admit) => {
          const queue = queues.get(team) ?? [];
          queue.push({ ...place, admit });
          queues.set(team, queue);
          if (places.fits(place)) void admitLater();
        });
      }
      let left = false;
      return () => {
        if (left) return;
        left = true;
        places.end(place);
        void admitLater();
      };
    },
  };
}
