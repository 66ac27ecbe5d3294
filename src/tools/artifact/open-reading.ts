import { followJsonPath, followSingularPath } from '../../artifacts/json-path/follow-json-path.ts';
import { JsonPathError } from '../../artifacts/json-path/json-path-error.ts';
import { isSingular, type PathSegment, parseJsonPath } from '../../artifacts/json-path/parse-json-path.ts';
import { decodeUtf8 } from '../../artifacts/utf8.ts';
import { writeJson } from '../../base/json/json-number.ts';
import { quote } from '../../base/json/quote.ts';
import { readJson } from '../../base/json/read-json.ts';
import type { ArtifactArguments } from './artifact-arguments.ts';
import { type ArtifactCall, wholeOf } from './artifact-call.ts';
import { ArtifactToolError, type ArtifactToolErrorCode } from './artifact-tool-error.ts';
import { type ByteSource, textSource } from './byte-source.ts';
import { findLine } from './find-line.ts';
import { innerBytes } from './json-bytes.ts';
import { MADE_LATER, openMade } from './made-artifact.ts';
import { fromPageCursor } from './page-cursor.ts';
import { PRUNE_MAX_BYTES, pruneLines, readLines } from './prune-lines.ts';
import type { Position, Reading } from './reading.ts';

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
async function textAtPath(source: ByteSource, path: string): Promise<string> {
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

const write = (value: unknown): string => (typeof value === 'string' ? value : writeJson(value));

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

/** Characters of a line, 1-based and inclusive, in UTF-16 units, as in the marks of pruned lines. */
interface CharRange {
  /** Default: the line's first. */
  readonly first?: number | undefined;
  /** Default: the line's last. */
  readonly last?: number | undefined;
}

/** Reads part of the line that begins at `from`, without its line break. Throws an `ArtifactToolError`. */
async function partOfLine(
  source: ByteSource,
  from: Position,
  { first = 1, last = Infinity }: CharRange,
  signal: AbortSignal,
): Promise<string> {
  const bytes = await readLines(source, { from, lastLine: from.line }, signal);
  const what = `cannot read characters of line ${from.line}`;
  if (bytes === undefined) {
    throw new ArtifactToolError('TOO_LARGE', `${what}: it has more than ${PRUNE_MAX_BYTES} bytes; use pattern`);
  }
  const text = decodeUtf8(bytes);
  if (text === undefined) throw new ArtifactToolError('INVALID_SELECTION', `${what}: it is not UTF-8`);
  const line = text.replace(/(?:\r\n|\n|\r)$/, '');
  if (first > line.length) {
    throw new ArtifactToolError(
      'OUT_OF_RANGE',
      `${what} from ${first} on: it has ${line.length} ${line.length === 1 ? 'character' : 'characters'}`,
    );
  }
  return line.slice(first - 1, last);
}

/** Max share of a page for the pattern, which the cursor repeats. */
const PATTERN_SHARE = 1 / 16;
const START: Position = { offset: 0, line: 1, inside: false };

/** Opens the selection that the arguments of a first call make. */
export async function begin(call: ArtifactCall, args: ArtifactArguments): Promise<Reading> {
  const { pattern = '', context_focus_question: question } = args;
  checkSelection(args, call.frame.maxBytes);
  const reading: Reading = { ...(await select(call, args)), pattern };
  const { source, from, lastLine } = reading;
  if (question === undefined) return reading;
  const pruned = await pruneLines(source, { from, lastLine }, question, call);
  if (pruned.kind === 'whole')
    return { ...reading, notice: `Not pruned because ${pruned.why}: this is the whole selection` };
  return { ...reading, source: textSource(pruned.text), kind: 'q', madeId: MADE_LATER, from: START, lastLine: 0 };
}

/** Selects the requested lines, or part of one. */
async function select(call: ArtifactCall, args: ArtifactArguments): Promise<Omit<Reading, 'pattern'>> {
  const { start_line: first = 1, end_line: last = 0, start_char: firstChar, end_char: lastChar } = args;
  const stored = wholeOf(call);
  const source = args.path === undefined ? stored : textSource(await textAtPath(stored, args.path));
  const kind = args.path === undefined ? '' : 'v';
  const from = await findLine(source, first, call.signal);
  if (firstChar === undefined && lastChar === undefined) {
    return { source, kind, madeId: kind && MADE_LATER, from, lastLine: last };
  }
  const part = await partOfLine(source, from, { first: firstChar, last: lastChar }, call.signal);
  return { source: textSource(part), kind: 'q', madeId: MADE_LATER, from: START, lastLine: 0 };
}

function checkSelection(args: ArtifactArguments, maxBytes: number): void {
  const { start_line: first = 1, end_line: last, pattern = '', context_focus_question: question } = args;
  const { start_char: firstChar, end_char: lastChar } = args;
  if (last !== undefined && last < first) {
    throw new ArtifactToolError(
      'INVALID_SELECTION',
      `cannot read lines ${first} to ${last}: end_line is before start_line`,
    );
  }
  if ((firstChar !== undefined || lastChar !== undefined) && last !== undefined && last !== first) {
    throw new ArtifactToolError(
      'INVALID_SELECTION',
      `cannot read lines ${first} to ${last}: start_char and end_char select within one line; leave out end_line`,
    );
  }
  if (lastChar !== undefined && lastChar < (firstChar ?? 1)) {
    throw new ArtifactToolError(
      'INVALID_SELECTION',
      `cannot read characters ${firstChar} to ${lastChar}: end_char is before start_char`,
    );
  }
  if (pattern !== '' && question !== undefined) {
    throw new ArtifactToolError(
      'INVALID_SELECTION',
      'cannot use both pattern and context_focus_question: give only one of them',
    );
  }
  const max = Math.floor(maxBytes * PATTERN_SHARE);
  if (innerBytes(pattern) > max) {
    throw new ArtifactToolError('INVALID_PATTERN', `cannot search for the pattern: expected at most ${max} bytes`);
  }
}

/** Reopens the selection of a cursor. The cursor holds all of it, so other arguments are ignored. */
export async function goOn(call: ArtifactCall, cursor: string): Promise<Reading> {
  const place = fromPageCursor(call.info.ref, cursor);
  if (place === undefined) {
    throw new ArtifactToolError(
      'INVALID_CURSOR',
      `cannot continue "${call.info.ref}": the cursor is not valid for this ref; call again without cursor`,
    );
  }
  return { ...place, source: place.kind === '' ? wholeOf(call) : await openMade(call, place.madeId) };
}
