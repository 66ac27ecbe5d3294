/** Name of a recording format, such as `claude-code`: a `name` of `formats/formats.ts`. */
export type SessionFormat = string;

/**
 * Why a recording, or part of it, was skipped:
 * - `not_a_session`: not a recorded session;
 * - `unknown_version`: a known format in an unsupported version;
 * - `cut`: damaged or cut off; the text before and after the damage is read;
 * - `too_large`: one JSON document larger than the memory limit;
 * - `unreadable`: it cannot be opened, or is missing from a partial clone;
 * - `empty`: it has no tool call;
 * - `repeated`: a copy of a session that was read already, with few calls of its own.
 */
export type SkipReason =
  | 'not_a_session'
  | 'unknown_version'
  | 'cut'
  | 'too_large'
  | 'unreadable'
  | 'empty'
  | 'repeated';
