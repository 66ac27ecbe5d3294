import type { Timers } from '../../../platform/timers.ts';
import { waitFor } from './wait-for.ts';

/**
 * Max time for a server to accept `notifications/initialized`, in milliseconds. After that, the session is used anyway.
 */
export const INITIALIZED_MS = 5000;

/**
 * Waits until `notifications/initialized` has reached the server. Over HTTP each message is a separate request, so a
 * list could be requested before the notification arrives. Some servers have all their tools only after it.
 */
export async function tellInitialized(
  send: () => Promise<unknown>,
  signal: AbortSignal,
  timers: Timers,
): Promise<void> {
  await waitFor(send(), { ms: INITIALIZED_MS, signal, timers, onTimeout: () => new Error() }).catch(() => {});
}
