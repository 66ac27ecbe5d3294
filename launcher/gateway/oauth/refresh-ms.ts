/** Milliseconds that a renewal may take in all: calls wait for it, and a lock is held. */
export const REFRESH_MS: number = 30_000;
