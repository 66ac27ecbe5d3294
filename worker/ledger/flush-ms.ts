/**
 * How long records are collected on a host whose database is a file, in milliseconds. A kill loses at most this much
 * plus the write. Twenty small transactions per second take less than 1 % of a core.
 */
export const FLUSH_MS = 50;
