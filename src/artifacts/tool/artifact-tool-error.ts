/**
 * Why a call of the `artifact` tool failed, as `structuredContent.code` tells it. None of them goes away by asking
 * again:
 * - `ARTIFACT_NOT_FOUND`: the artifact has expired, was dropped for newer ones, or never existed.
 * - `INVALID_REF`: not of the form `ax://<domain>/<32 hex digits>`.
 * - `INVALID_CURSOR`: not a `nextCursor` that was given for this reference.
 * - `CURSOR_EXPIRED`: what the cursor goes through is no longer kept; the first call can be made again.
 * - `INVALID_SELECTION`: arguments that do not go together.
 * - `OUT_OF_RANGE`: `start_line` is beyond the last line, or `start_char` beyond the line's end.
 * - `INVALID_PATTERN`: not a pattern that is understood, or too large a one.
 * - `INVALID_PATH`: not a JSON path that is understood.
 * - `PATH_NOT_FOUND`: the path names nothing in the artifact.
 * - `NOT_JSON`: a path was given, and the artifact holds no JSON.
 * - `TOO_LARGE`: too large for a path to be followed, for characters of a line to be counted, or for what was selected to be kept while it is paged through.
 */
export type ArtifactToolErrorCode =
  | 'ARTIFACT_NOT_FOUND'
  | 'INVALID_REF'
  | 'INVALID_CURSOR'
  | 'CURSOR_EXPIRED'
  | 'INVALID_SELECTION'
  | 'OUT_OF_RANGE'
  | 'INVALID_PATTERN'
  | 'INVALID_PATH'
  | 'PATH_NOT_FOUND'
  | 'NOT_JSON'
  | 'TOO_LARGE';

/** Thrown while a call is answered, and made a result in one place. */
export class ArtifactToolError extends Error {
  override readonly name = 'ArtifactToolError';
  readonly code: ArtifactToolErrorCode;

  constructor(code: ArtifactToolErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** UTF-16 units of a value that a message quotes. */
const QUOTED = 80;

/** A caller's value for a message: quoted, and cut where it is long. */
export function quote(value: string): string {
  const written = JSON.stringify(value.slice(0, QUOTED));
  return value.length <= QUOTED && written.length <= 2 * QUOTED ? written : `${written.slice(0, QUOTED)}…"`;
}
