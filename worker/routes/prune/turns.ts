import { type Pause, turnEvery } from '../../../src/text/cooperative-task.ts';

/** Lets the event loop turn once, so that it handles whatever has arrived. */
export type LoopTurn = () => Promise<void>;

/** Max characters computed before the event loop gets a turn: a few milliseconds of work. */
const BURST_CHARS = 12_288;
/** Min bytes of a body for its computation to let the event loop turn. */
export const TURNING_BYTES = 16_384;

/**
 * Uses a timer, which works on every runtime. On Deno, only a timer lets network events in. Costs a millisecond when
 * idle.
 */
export const byTimer: LoopTurn = () => new Promise((resolve) => setTimeout(resolve, 0));

/** Uses an immediate, which Node runs after pending I/O, and at once if there is none. */
export const byImmediate: LoopTurn = () => new Promise((resolve) => setImmediate(resolve));

/** Schedules computation by characters (UTF-16 units): the event loop turns between one burst and the next. */
export const createTurns = (loopTurn: LoopTurn = byTimer): Pause => turnEvery(BURST_CHARS, loopTurn);
