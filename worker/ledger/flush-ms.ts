/**
 * How long usage records gather on a host whose database is a file, in milliseconds: what a kill loses at most, with room
 * for writing them. Twenty small transactions a second take less than one per cent of a core.
 */
export const FLUSH_MS = 50;
