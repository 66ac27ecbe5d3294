/** Result of one try. */
export interface Sized {
  readonly bytes: number;
  /** True if part of the value is not shown. */
  readonly cut: boolean;
}

export interface Widest<T extends Sized> {
  /** The widest try that fits; undefined if not even the first does. */
  readonly fits: T | undefined;
  /** The narrowest try that is too large, if the fitting one leaves much of the budget unused or there is none. */
  readonly over: T | undefined;
}

/** Default share of the budget at which a try is good enough. */
const ENOUGH = 0.93;
/** Share of the budget that the next try aims at. */
const AIM = 0.97;
const MAX_TRIES = 10;
/** Max growth from one try to the next, because sizes may not grow evenly. */
const MAX_STEP = 16;
const MAX_FACTOR = 1e5;
/** Factors closer than this show the same. */
const SAME = 1.02;

/**
 * Widens limits by one factor until a budget is used up, because anything left out costs the reader another call.
 * `build` tries a factor; 1 is the limits themselves. `enough` is the share of the room at which the search ends.
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

/** Interpolates the factor that gives the target size, assuming even growth between two known sizes. */
function between(from: number, low: number, to: number, high: number, room: number): number {
  const share = Math.log((room * AIM) / Math.max(low, 1)) / Math.log(high / Math.max(low, 1));
  // Stay away from both ends, because sizes jump.
  return from * (to / from) ** Math.min(0.9, Math.max(0.1, share));
}
