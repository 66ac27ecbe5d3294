import { setImmediate } from 'node:timers/promises';
import { type Pause, turnEvery } from '../../src/text/cooperative-task.ts';

/** Characters of token counting (about 40 ns each) between two yields to the event loop. A yield takes up to 0.1 ms. */
const TURN_CHARS = 65_536;

/** Lets the event loop turn while a large text is processed, so that other calls are answered and timeouts can fire. */
export const loopPause: Pause = turnEvery(TURN_CHARS, () => setImmediate());
