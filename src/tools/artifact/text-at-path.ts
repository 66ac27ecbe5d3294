import { followJsonPath, followSingularPath } from '../../artifacts/json-path/follow-json-path.ts';
import { JsonPathError } from '../../artifacts/json-path/json-path-error.ts';
import { isSingular, type PathSegment, parseJsonPath } from '../../artifacts/json-path/parse-json-path.ts';
import { decodeUtf8 } from '../../artifacts/utf8.ts';
import { writeJson } from '../../base/json/json-number.ts';
import { quote } from '../../base/json/quote.ts';
import { readJson } from '../../base/json/read-json.ts';
import { ArtifactToolError, type ArtifactToolErrorCode } from './artifact-tool-error.ts';
import type { ByteSource } from './byte-source.ts';

/** Max bytes of an artifact that a path is applied to. Its whole JSON is parsed in memory. */
export const PATH_MAX_BYTES: number = 8 * 1024 * 1024;

const CODES: Readonly<Record<JsonPathError['reason'], ArtifactToolErrorCode>> = {
  syntax: 'INVALID_PATH',
  missing: 'PATH_NOT_FOUND',
  too_large: 'TOO_LARGE',
};

/**
 * Returns the value at a JSON path as text: a string unchanged, anything else as JSON. A path that may select several
 * values gives an array with one value per line. Throws an `ArtifactToolError`.
 */
export async function textAtPath(source: ByteSource, path: string): Promise<string> {
  try {
    const segments = parseJsonPath(path);
    const value = await parse(source);
    return isSingular(segments) ? write(followSingularPath(value, segments)) : writeAll(value, segments);
  } catch (error) {
    if (error instanceof ArtifactToolError) throw error;
    if (error instanceof JsonPathError) {
      throw new ArtifactToolError(CODES[error.reason], `cannot follow the path ${quote(path)}: ${error.message}`);
    }
    // Only a stack overflow throws a `RangeError` here.
    if (error instanceof RangeError)
      throw new ArtifactToolError('TOO_LARGE', 'cannot follow the path: the JSON is nested too deeply');
    throw error;
  }
}

async function parse(source: ByteSource): Promise<unknown> {
  if (source.bytes > PATH_MAX_BYTES) {
    throw new ArtifactToolError(
      'TOO_LARGE',
      `cannot follow the path: the artifact has ${source.bytes} bytes, and at most ${PATH_MAX_BYTES} can be read as JSON; use pattern or start_line`,
    );
  }
  const text = decodeUtf8(await source.read(0, source.bytes));
  try {
    if (text !== undefined) return readJson(text.startsWith('\ufeff') ? text.slice(1) : text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new ArtifactToolError(
    'NOT_JSON',
    'cannot follow the path: the artifact is not JSON; use pattern or start_line',
  );
}

function write(value: unknown): string {
  return typeof value === 'string' ? value : writeJson(value);
}

function writeAll(root: unknown, segments: readonly PathSegment[]): string {
  const values = followJsonPath(root, segments);
  let bytes = 0;
  const written = values.map((value) => {
    const text = writeJson(value);
    bytes += text.length;
    // With `..`, a value appears once for each of its ancestors.
    if (bytes > PATH_MAX_BYTES) {
      throw new JsonPathError('too_large', `the selected values have more than ${PATH_MAX_BYTES} bytes`);
    }
    return text;
  });
  return written.length === 0 ? '[]' : `[\n${written.join(',\n')}\n]`;
}
