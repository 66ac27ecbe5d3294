/**
 * Why a call of the `artifact` tool failed, reported as `structuredContent.code`. A retry never helps:
 * - `ARTIFACT_NOT_FOUND`: the artifact has expired, was evicted for newer ones, or never existed.
 * - `INVALID_REF`: not of the form `ax://<domain>/<32 hex digits>`.
 * - `INVALID_CURSOR`: not a `nextCursor` issued for this reference.
 * - `CURSOR_EXPIRED`: the text that the cursor pages through is no longer kept; make the first call again.
 * - `INVALID_SELECTION`: arguments that do not go together.
 * - `OUT_OF_RANGE`: `start_line` is past the last line, or `start_char` past the line's end.
 * - `INVALID_PATTERN`: not a supported pattern, or too large.
 * - `INVALID_PATH`: not a supported JSON path.
 * - `PATH_NOT_FOUND`: the path selects nothing in the artifact.
 * - `NOT_JSON`: a path was given, but the artifact is not JSON.
 * - `TOO_LARGE`: too large to follow a path, to count characters of a line, or to keep a selection between pages.
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

/** Thrown while a call is answered; one place turns it into a result. */
export class ArtifactToolError extends Error {
  override readonly name = 'ArtifactToolError';
  readonly code: ArtifactToolErrorCode;

  constructor(code: ArtifactToolErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
