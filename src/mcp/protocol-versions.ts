/** Versions negotiated by `initialize`, newest first. A client that asks for another is offered the first. */
export const SESSION_VERSIONS: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

/** Versions that each request names itself, newest first. They have no `initialize` and no session. */
export const REQUEST_VERSIONS: readonly string[] = ['2026-07-28'];
