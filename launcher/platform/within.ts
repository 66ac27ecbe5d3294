import { inTime } from '../../src/base/in-time.ts';
import type { Timers } from './timers.ts';

/** Waits until `work` settles, but at most `ms` milliseconds. */
export async function within(ms: number, work: Promise<unknown>, timers: Timers): Promise<void> {
  await inTime(work, ms, () => {}, timers.after).catch(() => {});
}
