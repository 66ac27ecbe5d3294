/** What one try comes to. */
export interface Sized {
  readonly bytes: number;
  /** Something of the value does not show. */
  readonly cut: boolean;
}

export interface Widest<T extends Sized> {
  /** The widest try that fits; undefined where not even the first does. */
  readonly fits: T | undefined;
  /** The narrowest try that is too large, where what fits leaves much of the budget unused or there is none. */
  readonly over: T | undefined;
}

/** Share of the budget at which a try is wide enough, unless said otherwise. */
const ENOUGH = 0.93;
/** Share of the budget that the next try aims at. */
const AIM = 0.97;
const MAX_TRIES = 10;
/** How much wider the next try may be: sizes need not grow evenly. */
const MAX_STEP = 16;
const MAX_FACTOR = 1e5;
/** Limits that differ by less show the same. */
const SAME = 1.02;

/**
 * Finds how far limits can be widened, all by one factor, until a budget is used up: what is shown helps, and what is
 * left out has to be asked for. `build` tries a factor, 1 for the limits themselves; `enough` is the share of the room at
 * which the search ends.
 */
export function fillBudget<T extends Sized>(
  build: (factor: number) => T,
  room: number,
  enough: number = ENOUGH,
): Widest<T> {
  let fits = build(1);
  if (fits.bytes > room) return { fits: undefined, over: fits };
  let over: T | undefined;
  let from = 1;
  let to = Number.POSITIVE_INFINITY;
  const isEnough = (): boolean => !fits.cut || fits.bytes >= room * enough;
  for (let tries = 1; !isEnough() && tries < MAX_TRIES && from < MAX_FACTOR && to / from > SAME; tries++) {
    const factor = over === undefined ? wider(from, fits.bytes, room) : between(from, fits.bytes, to, over.bytes, room);
    const one = build(factor);
    if (one.bytes > room) [to, over] = [factor, one];
    else [from, fits] = [factor, one];
  }
  return { fits, over: isEnough() ? undefined : over };
}

function wider(from: number, bytes: number, room: number): number {
  const step = Math.min(MAX_STEP, Math.max(1.1, (room * AIM) / Math.max(bytes, 1)));
  return Math.min(MAX_FACTOR, from * step);
}

/** The factor that has the size aimed at, were sizes to grow evenly between two known ones. */
function between(from: number, low: number, to: number, high: number, room: number): number {
  const share = Math.log((room * AIM) / Math.max(low, 1)) / Math.log(high / Math.max(low, 1));
  // Not too close to either end: sizes jump.
  return from * (to / from) ** Math.min(0.9, Math.max(0.1, share));
}
