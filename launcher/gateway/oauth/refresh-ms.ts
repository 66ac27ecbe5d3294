/** How long a renewal may take in all, in milliseconds: calls wait for it, and a lock is held. */
export const REFRESH_MS: number = 30_000;
